-- Why a draw can't over-issue. All draws that came together are one call of `draw`, one transaction:
--   1. the users' chances are locked (FOR UPDATE) in the order of their ids: a user's draws come one after another, and
--      of these only as many draw as there are chances left; a first chance that came after this draws nothing yet;
--   2. what each becomes is decided by what stands in the tables under that lock: a request that has drawn before gets
--      its first result again. A block of the user takes the same lock: the draw is before it, or sees it;
--   3. the rows of the levels that were hit are locked in their order: only who holds a level's row hands out its
--      stock. The statement that gives is a later one, so it sees what the holder before has committed, and of a
--      level's draws those up to `stock - issued` get a prize, the others "thanks";
--   4. a virtual prize needs a free code besides, locked until the end;
--   5. issued, prize, code, chance, result and audit are written by one statement, or nothing is.
-- `check` constraints and unique keys of the tables say the same once more: issued <= stock, remaining >= 0, one result
-- for a request, one prize for a code. `give_prize` (a prize that an operator awards) takes the same locks in the same
-- order. The callers are server/src/activities/draw/draws.ts and server/src/prizes/give-prize.ts; docs/decisions/0004
-- and 0009 tell why it is built so. How to change this file: README.md beside it.

-- What becomes of a draw that was asked for, before its level's stock is looked at.
DO $do$ BEGIN
  CREATE TYPE judged_draw AS (
    number integer, user_id text, nonces text[], request_id text, outcome text, chances_left integer,
    first_level integer, first_prize_id text, roll integer, level integer, prize_id text, is_virtual boolean,
    deadline timestamptz, real_at timestamptz, business_at timestamptz
  );
EXCEPTION WHEN duplicate_object THEN NULL;
END $do$;
--> statement-breakpoint
-- The weights in force, as draw compares them: {"version": 3, "levels": {"0": 70, "1": 1}}.
CREATE OR REPLACE FUNCTION draw_weights_in_force() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'version', (SELECT version FROM draw_weights),
    'levels', (SELECT jsonb_object_agg(level, weight) FROM draw_outcomes))
$$;
--> statement-breakpoint
-- Draws of different requests, in one transaction: as many as came together, or one. It finds their users and stores
-- their nonces too. The program rolled and found the levels by the weights that it knows; if others are in force,
-- nothing is drawn and they are returned.
-- p_draws: [{"number", "user_id", "nonces", "request_id", "may_draw", "roll", "level", "prize_id", "is_virtual",
-- "deadline", "real_at", "business_at"}]. results: [{"number", "outcome", "level", "prize_id", "chances_left"}], in any
-- order.
--   outcome       unknown      there is no such account
--                 repeated     the request's first result; chances_left is today's
--                 blocked      the user is
--                 refused      it isn't a repeat, and may_draw is false
--                 noFridge, neverChance, noChance
--                 weights      others are in force: roll again
--                 drawn        level and prize_id are null for "thanks": rolled, sold out or without a code
CREATE OR REPLACE PROCEDURE draw(
  p_draws jsonb, p_weights jsonb, p_total_weight integer,
  INOUT results jsonb DEFAULT NULL, INOUT weights jsonb DEFAULT NULL
) LANGUAGE plpgsql AS $$
DECLARE
  v_users text[] := ARRAY(SELECT value->>'user_id' FROM jsonb_array_elements(p_draws));
  v_locked text[];
  v_judged judged_draw[];
  v_levels integer[];
  v_drawn jsonb;
  v_others jsonb;
BEGIN
  -- Plan by the indexes, however small the tables are: a connection keeps the plan by which a foreign key is checked
  -- until its table is analyzed, and one that is made while the table is small walks all of it, for every row that
  -- refers to it: in the minute in which a draw opens, thousands of rows for each draw. `jit` would compile what is
  -- planned so, for some 100 ms: the planner gives walks that it can't avoid a very high cost. Both are set until the
  -- first commit, since settings of a procedure would keep it from committing.
  PERFORM set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    -- Who holds one row mustn't hold up the draws of others for long: a batch gives up, and its draws come again alone.
    CASE WHEN cardinality(v_users) > 1 THEN set_config('lock_timeout', '500ms', true) END;
  -- Locks are taken in one order, by everybody: users by their ids, nonces, levels, a level's codes.
  v_locked := ARRAY(SELECT user_id FROM draw_chances WHERE user_id = ANY (v_users) ORDER BY user_id FOR UPDATE);
  weights := draw_weights_in_force();

  -- What becomes of each; of a user's draws, as many as there are chances. `LIMIT 1` keeps each look-up one by an
  -- index; without it the planner walks the whole of a table that it takes for small (EXISTS ignores a LIMIT).
  v_judged := ARRAY(
    SELECT ROW(number, user_id, nonces, request_id,
      CASE
        WHEN is_known IS NULL THEN 'unknown'
        WHEN repeated THEN 'repeated'
        WHEN is_blocked THEN 'blocked'
        WHEN NOT may_draw THEN 'refused'
        WHEN has_fridge IS NULL THEN 'noFridge'
        WHEN remaining IS NULL THEN 'neverChance'
        WHEN nth > remaining THEN 'noChance'
        WHEN weights IS DISTINCT FROM p_weights THEN 'weights'
        ELSE 'drawn'
      END,
      greatest(remaining - nth, 0), first_level, first_prize_id, roll, level, prize_id, is_virtual, deadline, real_at,
      business_at)::judged_draw
    FROM (
      SELECT asked.*, a.is_known, a.is_blocked, f.has_fridge, c.remaining, d.request_id IS NOT NULL AS repeated,
        d.level AS first_level, d.prize_id AS first_prize_id,
        count(*) FILTER (WHERE d.request_id IS NULL AND asked.may_draw AND f.has_fridge)
          OVER (PARTITION BY asked.user_id ORDER BY asked.number) AS nth
      FROM jsonb_to_recordset(p_draws) AS asked (
        number integer, user_id text, nonces text[], request_id text, may_draw boolean, roll integer, level integer,
        prize_id text, is_virtual boolean, deadline timestamptz, real_at timestamptz, business_at timestamptz)
      LEFT JOIN LATERAL (
        SELECT true AS is_known, blocked_by IS NOT NULL AS is_blocked FROM accounts
          WHERE accounts.user_id = asked.user_id LIMIT 1
      ) AS a ON true
      LEFT JOIN LATERAL (
        SELECT true AS has_fridge FROM homes JOIN fridges ON fridges.home_id = homes.home_id
          WHERE homes.user_id = asked.user_id LIMIT 1
      ) AS f ON true
      LEFT JOIN LATERAL (
        SELECT draw_chances.remaining FROM draw_chances
          WHERE draw_chances.user_id = asked.user_id AND asked.user_id = ANY (v_locked) LIMIT 1
      ) AS c ON true
      LEFT JOIN LATERAL (
        SELECT draws.request_id, draws.level, draws.prize_id FROM draws
          WHERE draws.user_id = asked.user_id AND draws.request_id = asked.request_id LIMIT 1
      ) AS d ON true
    ) AS candidate
  );

  -- Those of draws that are refused too, but of no caller without an account.
  INSERT INTO nonces (nonce, used_at)
    SELECT nonce, real_at FROM unnest(v_judged) AS asked CROSS JOIN unnest(asked.nonces) AS nonce
      WHERE outcome <> 'unknown'
      ORDER BY nonce
    ON CONFLICT DO NOTHING;

  -- The levels that were hit and have something left; what is sold out is found without waiting for its row.
  v_levels := ARRAY(
    SELECT o.level FROM draw_outcomes AS o
      WHERE o.level > 0 AND (o.stock IS NULL OR o.issued < o.stock)
        AND EXISTS (
          SELECT FROM unnest(v_judged) AS hit
            WHERE hit.outcome = 'drawn' AND hit.level = o.level AND (NOT hit.is_virtual OR EXISTS (
              SELECT FROM prize_codes AS c WHERE c.level >= o.level AND c.level <= o.level AND c.prize_id IS NULL
                ORDER BY c.level, c.id LIMIT 1)))
      ORDER BY o.level FOR NO KEY UPDATE);

  WITH drawing AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY level ORDER BY number) AS place
      FROM unnest(v_judged) WHERE outcome = 'drawn'
  ), hit AS MATERIALIZED (
    SELECT o.level, o.stock - o.issued AS stock_left, wanted.draws, wanted.is_virtual
      FROM (SELECT level, count(*) AS draws, bool_or(is_virtual) AS is_virtual FROM drawing GROUP BY level) AS wanted
      JOIN draw_outcomes AS o USING (level)
      WHERE level > 0
  ), code AS MATERIALIZED (
    -- The oldest free ones. A range of one level, and ordered by it: else the planner may walk the primary key over all
    -- codes given before. Codes go after their level's row is locked, so what is skipped is being taken back by an
    -- operator.
    SELECT hit.level, free.id, row_number() OVER (PARTITION BY hit.level ORDER BY free.id) AS place
      FROM hit CROSS JOIN LATERAL (
        SELECT c.id FROM prize_codes AS c
          WHERE c.level >= hit.level AND c.level <= hit.level AND c.prize_id IS NULL
          ORDER BY c.level, c.id LIMIT least(hit.draws, hit.stock_left) FOR UPDATE SKIP LOCKED
      ) AS free
      WHERE hit.is_virtual AND hit.level = ANY (v_levels)
  ), given AS MATERIALIZED (
    SELECT drawing.*, code.id AS code_id
      FROM drawing JOIN hit USING (level) LEFT JOIN code USING (level, place)
      WHERE level = ANY (v_levels) AND place <= coalesce(hit.stock_left, place)
        AND (code.id IS NOT NULL OR NOT hit.is_virtual)
  ), given_of AS MATERIALIZED (
    SELECT level, count(*) AS prizes FROM given GROUP BY level
  ), issued AS (
    UPDATE draw_outcomes AS o SET issued = o.issued + given_of.prizes FROM given_of WHERE o.level = given_of.level
  ), won AS (
    INSERT INTO draw_prizes (id, user_id, level, is_virtual, won_at, deadline)
      SELECT prize_id, user_id, level, is_virtual, business_at, deadline FROM given
  ), handed_out AS (
    UPDATE prize_codes AS c SET prize_id = (SELECT given.prize_id FROM given WHERE given.code_id = c.id)
      WHERE c.id = ANY (ARRAY(SELECT code_id FROM given WHERE code_id IS NOT NULL))
  ), spent AS (
    UPDATE draw_chances AS c
      SET remaining = c.remaining - (SELECT count(*) FROM drawing WHERE drawing.user_id = c.user_id)
      WHERE c.user_id = ANY (ARRAY(SELECT user_id FROM drawing))
  ), stored AS (
    INSERT INTO draws (user_id, request_id, level, prize_id, surplus, drawn_at)
      SELECT drawing.user_id, drawing.request_id, given.level, given.prize_id, drawing.chances_left, drawing.business_at
        FROM drawing LEFT JOIN given USING (number)
  ), audited AS (
    INSERT INTO draw_audit (user_id, request_id, roll, total_weight, weights_version, hit_level, given_level,
        stock_left, real_at, business_at)
      SELECT drawing.user_id, drawing.request_id, drawing.roll, p_total_weight,
          coalesce((weights->>'version')::integer, 0), drawing.level, coalesce(given.level, 0),
          hit.stock_left - least(drawing.place, coalesce(given_of.prizes, 0)), drawing.real_at, drawing.business_at
        FROM drawing LEFT JOIN hit USING (level) LEFT JOIN given_of USING (level) LEFT JOIN given USING (number)
        ORDER BY drawing.number
  )
  SELECT jsonb_agg(jsonb_build_object('number', number, 'outcome', 'drawn', 'level', given.level,
      'prize_id', given.prize_id, 'chances_left', drawing.chances_left))
    INTO v_drawn FROM drawing LEFT JOIN given USING (number);

  SELECT jsonb_agg(jsonb_build_object('number', number, 'outcome', outcome, 'level', first_level,
      'prize_id', first_prize_id, 'chances_left', coalesce(chances_left, 0)))
    INTO v_others FROM unnest(v_judged) WHERE outcome <> 'drawn';
  results := coalesce(v_drawn, '[]') || coalesce(v_others, '[]');

  -- Where a level's row is locked, the lock goes before the disk is waited for: this commit returns at once, that of
  -- the message, which ends the call, waits for the disk (and a synchronous standby) with everything before it.
  IF v_levels <> '{}' THEN
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
  END IF;
  -- A repeat's first result may be on its way to the disk still: no answer before it is there.
  IF v_levels <> '{}' OR v_others @> '[{"outcome": "repeated"}]' THEN
    PERFORM pg_logical_emit_message(true, 'fridge', '');
  ELSIF v_drawn IS NULL THEN
    -- Nothing but nonces, of calls that write nothing or are rolled once more: the disk isn't waited for (decision 9).
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;
END $$;
--> statement-breakpoint
-- A prize that an operator awards, of the same stock: takes one by one conditional update, and for a virtual prize its
-- oldest free code.
-- Returns the stock left, null if unlimited. Raises FR001 without stock, FR002 without a code: the caller has to roll
-- back to a savepoint, or wholly.
CREATE OR REPLACE FUNCTION give_prize(
  p_id text, p_user_id text, p_level integer, p_is_virtual boolean, p_won_at timestamptz, p_deadline timestamptz
) RETURNS integer LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_stock_left integer;
BEGIN
  -- Before the prize, whose foreign key would share a lock on this row with every other draw of the level.
  UPDATE draw_outcomes SET issued = issued + 1
    WHERE level = p_level AND (stock IS NULL OR issued < stock)
    RETURNING stock - issued INTO v_stock_left;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no stock left' USING ERRCODE = 'FR001';
  END IF;

  INSERT INTO draw_prizes (id, user_id, level, is_virtual, won_at, deadline)
    VALUES (p_id, p_user_id, p_level, p_is_virtual, p_won_at, p_deadline);

  IF p_is_virtual THEN
    -- A range of one level, and ordered by it: else the planner may walk the primary key over all codes given before.
    -- Codes go after the level's row is locked, so what is skipped here is being taken back by an operator.
    UPDATE prize_codes SET prize_id = p_id WHERE id = (
      SELECT id FROM prize_codes
        WHERE level >= p_level AND level <= p_level AND prize_id IS NULL
        ORDER BY level, id LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no code left' USING ERRCODE = 'FR002';
    END IF;
  END IF;
  RETURN v_stock_left;
END $$;
