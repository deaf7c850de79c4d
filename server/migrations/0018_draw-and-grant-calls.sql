-- A draw and a judged answer, one call each: one round trip, and rows that many users count in are locked for microseconds.
-- Why it is exact: docs/decisions/0004 and 0009. Rules that need no row (the level of a roll, right or wrong, windows)
-- stay in TypeScript and come as arguments. Processes of the former release may call what stands here: what has to
-- change gets a new name.

-- Takes one of a level's stock, by one conditional update, and for a virtual prize its oldest free code.
-- Returns the stock left, null if unlimited. Raises FR001 without stock, FR002 without a code: the caller has to roll
-- back to a savepoint, or wholly.
CREATE FUNCTION give_prize(
  p_id text, p_user_id text, p_level integer, p_is_virtual boolean, p_won_at timestamptz, p_deadline timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- The weights in force, as draw_many compares them: {"version": 3, "levels": {"0": 70, "1": 1}}.
CREATE FUNCTION draw_weights_in_force() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'version', (SELECT version FROM draw_weights),
    'levels', (SELECT jsonb_object_agg(level, weight) FROM draw_outcomes))
$$;
--> statement-breakpoint
-- Draws of different requests, in one transaction: as many as came together, or one. The caller rolled and found the
-- levels by the weights that it knows; if others are in force, nothing is drawn and they are returned.
-- p_draws: [{"number", "user_id", "request_id", "may_draw", "roll", "level", "prize_id", "is_virtual", "deadline",
-- "real_at", "business_at"}]. results: [{"number", "outcome", "level", "prize_id", "chances_left"}], in any order.
--   outcome       repeated     the request's first result; chances_left is today's
--                 refused      it isn't a repeat, and may_draw is false
--                 neverChance, noChance
--                 weights      others are in force: roll again
--                 drawn        level and prize_id are null for "thanks": rolled, sold out or without a code
CREATE PROCEDURE draw_many(
  p_draws jsonb, p_weights jsonb, p_total_weight integer, INOUT results jsonb DEFAULT NULL, INOUT weights jsonb DEFAULT NULL
) LANGUAGE plpgsql AS $$
DECLARE
  v_users text[] := ARRAY(SELECT value->>'user_id' FROM jsonb_array_elements(p_draws));
  v_judged jsonb;
  v_levels integer[];
  v_drawn jsonb;
BEGIN
  -- Who holds one row mustn't hold up the draws of others for long: a batch gives up, and its draws come again alone.
  IF cardinality(v_users) > 1 THEN
    PERFORM set_config('lock_timeout', '500ms', true);
  END IF;
  -- Locks are taken in one order, by everybody: users by their ids, then levels, then a level's codes.
  PERFORM FROM draw_chances WHERE user_id = ANY (v_users) ORDER BY user_id FOR UPDATE;
  weights := draw_weights_in_force();

  -- What becomes of each; of a user's draws, as many as there are chances. `LIMIT 1` keeps each look-up one by the
  -- primary key, also where the planner takes a table for small.
  SELECT jsonb_agg(to_jsonb(judged)) INTO v_judged FROM (
    SELECT candidate.*,
      CASE
        WHEN repeated THEN 'repeated'
        WHEN NOT may_draw THEN 'refused'
        WHEN remaining IS NULL THEN 'neverChance'
        WHEN nth > remaining THEN 'noChance'
        WHEN weights IS DISTINCT FROM p_weights THEN 'weights'
        ELSE 'drawn'
      END AS outcome,
      greatest(remaining - nth, 0) AS chances_left
    FROM (
      SELECT asked.*, c.remaining, d.request_id IS NOT NULL AS repeated,
        d.level AS first_level, d.prize_id AS first_prize_id,
        count(*) FILTER (WHERE d.request_id IS NULL AND asked.may_draw)
          OVER (PARTITION BY asked.user_id ORDER BY asked.number) AS nth
      FROM jsonb_to_recordset(p_draws) AS asked (
        number integer, user_id text, request_id text, may_draw boolean, roll integer, level integer, prize_id text,
        is_virtual boolean, deadline timestamptz, real_at timestamptz, business_at timestamptz)
      LEFT JOIN LATERAL (
        SELECT draw_chances.remaining FROM draw_chances WHERE draw_chances.user_id = asked.user_id LIMIT 1
      ) AS c ON true
      LEFT JOIN LATERAL (
        SELECT draws.request_id, draws.level, draws.prize_id FROM draws
          WHERE draws.user_id = asked.user_id AND draws.request_id = asked.request_id LIMIT 1
      ) AS d ON true
    ) AS candidate
  ) AS judged;

  -- The levels that were hit and have something left; what is sold out is found without waiting for its row.
  v_levels := ARRAY(
    SELECT o.level FROM draw_outcomes AS o
      WHERE o.level > 0 AND (o.stock IS NULL OR o.issued < o.stock)
        AND EXISTS (
          SELECT FROM jsonb_to_recordset(v_judged) AS hit (level integer, outcome text, is_virtual boolean)
            WHERE hit.outcome = 'drawn' AND hit.level = o.level AND (NOT hit.is_virtual OR EXISTS (
              SELECT FROM prize_codes AS c WHERE c.level >= o.level AND c.level <= o.level AND c.prize_id IS NULL
                ORDER BY c.level, c.id LIMIT 1)))
      ORDER BY o.level FOR NO KEY UPDATE);

  WITH drawing AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY level ORDER BY number) AS place
      FROM jsonb_to_recordset(v_judged) AS judged (
        number integer, user_id text, request_id text, outcome text, chances_left integer, roll integer, level integer,
        prize_id text, is_virtual boolean, deadline timestamptz, real_at timestamptz, business_at timestamptz)
      WHERE outcome = 'drawn'
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

  results := coalesce(v_drawn, '[]') || (
    SELECT coalesce(jsonb_agg(jsonb_build_object('number', number, 'outcome', outcome, 'level', first_level,
        'prize_id', first_prize_id, 'chances_left', coalesce(chances_left, 0))), '[]')
      FROM jsonb_to_recordset(v_judged) AS judged (
        number integer, outcome text, first_level integer, first_prize_id text, chances_left integer)
      WHERE outcome <> 'drawn');

  -- Where a level's row is locked, the lock goes before the disk is waited for: this commit returns at once, that of
  -- the message, which ends the call, waits for the disk (and a synchronous standby) with everything before it.
  IF v_levels <> '{}' THEN
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
  END IF;
  -- A repeat's first result may be on its way to the disk still: no answer before it is there.
  IF v_levels <> '{}' OR results @> '[{"outcome": "repeated"}]' THEN
    PERFORM pg_logical_emit_message(true, 'fridge', '');
  END IF;
END $$;
--> statement-breakpoint
-- Grants the coupon and, while any is left, one allowance: of the first of p_allowance_pools that has one.
-- Each limit is decided by a conditional update of the row that counts it.
--   outcome       granted
--                 total, today, once   none left in all or today, or held already: the caller has to roll back
CREATE FUNCTION grant_coupon(
  p_user_id text, p_cause text, p_day date, p_granted_at timestamptz, p_deadline timestamptz, p_real_at timestamptz,
  p_coupon_id text, p_coupon_code text, p_coupon_pwd text,
  p_allowance_pools text[], p_allowance_id text, p_allowance_code text, p_allowance_pwd text,
  OUT outcome text, OUT coupon_issued integer, OUT allowance_pool text, OUT allowance_issued integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_day_issued integer;
  v_pool text;
BEGIN
  -- Plain reads first: what is used up is refused without waiting for the rows that count.
  IF NOT EXISTS (SELECT FROM grant_pools WHERE name = 'coupon' AND issued < cap) THEN
    outcome := 'total';
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM grant_days WHERE pool = 'coupon' AND day = p_day AND issued >= cap) THEN
    outcome := 'today';
    RETURN;
  END IF;

  -- Everybody counts here: in the order day, coupons, allowances. The rows that refer to a pool come after it, whose
  -- foreign keys would share locks on it with every other grant.
  UPDATE grant_days SET issued = issued + 1 WHERE pool = 'coupon' AND day = p_day AND issued < cap
    RETURNING issued INTO v_day_issued;
  IF NOT FOUND THEN
    -- The first grant of a day makes its row, with the daily cap of now.
    INSERT INTO grant_days (pool, day, cap)
      SELECT name, p_day, coalesce(daily_cap, cap) FROM grant_pools WHERE name = 'coupon'
      ON CONFLICT DO NOTHING;
    UPDATE grant_days SET issued = issued + 1 WHERE pool = 'coupon' AND day = p_day AND issued < cap
      RETURNING issued INTO v_day_issued;
    IF NOT FOUND THEN
      outcome := 'today';
      RETURN;
    END IF;
  END IF;

  UPDATE grant_pools SET issued = issued + 1 WHERE name = 'coupon' AND issued < cap RETURNING issued INTO coupon_issued;
  IF NOT FOUND THEN
    outcome := 'total';
    RETURN;
  END IF;

  FOREACH v_pool IN ARRAY p_allowance_pools LOOP
    -- An empty pool is skipped without waiting for its row.
    CONTINUE WHEN NOT EXISTS (SELECT FROM grant_pools WHERE name = v_pool AND issued < cap);
    UPDATE grant_pools SET issued = issued + 1 WHERE name = v_pool AND issued < cap RETURNING issued INTO allowance_issued;
    IF FOUND THEN
      allowance_pool := v_pool;
      EXIT;
    END IF;
  END LOOP;

  -- Unique by user and kind, whatever else goes wrong.
  INSERT INTO grants (id, user_id, kind, pool, exchange_code, exchange_pwd, granted_at, deadline)
    VALUES (p_coupon_id, p_user_id, 'coupon', 'coupon', p_coupon_code, p_coupon_pwd, p_granted_at, p_deadline)
    ON CONFLICT (user_id, kind) DO NOTHING;
  IF NOT FOUND THEN
    outcome := 'once';
    RETURN;
  END IF;
  INSERT INTO grant_audit (grant_id, user_id, pool, pool_issued, day, day_issued, cause, real_at, business_at)
    VALUES (p_coupon_id, p_user_id, 'coupon', coupon_issued, p_day, v_day_issued, p_cause, p_real_at, p_granted_at);

  IF allowance_pool IS NOT NULL THEN
    INSERT INTO grants (id, user_id, kind, pool, exchange_code, exchange_pwd, granted_at, deadline)
      VALUES (p_allowance_id, p_user_id, 'allowance', allowance_pool, p_allowance_code, p_allowance_pwd, p_granted_at,
        p_deadline);
    INSERT INTO grant_audit (grant_id, user_id, pool, pool_issued, day, day_issued, cause, real_at, business_at)
      VALUES (p_allowance_id, p_user_id, allowance_pool, allowance_issued, p_day, NULL, p_cause, p_real_at,
        p_granted_at);
  END IF;
  outcome := 'granted';
END $$;
--> statement-breakpoint
-- Stores judged answers and grants the coupon for right ones, in one transaction: as many as came together, or one. The
-- caller judged by a progress that it knows or expects (question_id, wrong_answers, judged_before); if it is another, or
-- judged is missing, nothing is written for that answer and the user's progress is returned.
-- p_answers: [{"number", "user_id", "question_id", "wrong_answers", "judged_before", "judged", "correct"} and what
-- grant_coupon takes]. results: [{"number", "outcome", "progress", "coupon_issued", "allowance_pool",
-- "allowance_issued"}], in any order.
--   outcome       changed      judge again by progress: {"questionId", "wrongAnswers", "judged"}, null without any
--                 held         the user has the coupon
--                 stored       a wrong answer
--                 granted, total, today, once   of grant_coupon; nothing is written unless granted
CREATE PROCEDURE answer_many(p_answers jsonb, INOUT results jsonb DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
  v_users text[] := ARRAY(SELECT value->>'user_id' FROM jsonb_array_elements(p_answers));
  v_results jsonb[] := '{}';
  v_asked record;
  v_outcome text;
  v_progress jsonb;
  v_granted record;
  v_any_granted boolean := false;
  v_any_read boolean := false;
BEGIN
  -- As in draw_many.
  IF cardinality(v_users) > 1 THEN
    PERFORM set_config('lock_timeout', '500ms', true);
  END IF;
  -- One quiz call of a user at a time; foreign keys to the account don't wait for this lock.
  PERFORM FROM accounts WHERE user_id = ANY (v_users) ORDER BY user_id FOR NO KEY UPDATE;

  FOR v_asked IN
    SELECT * FROM jsonb_to_recordset(p_answers) AS asked (
      number integer, user_id text, question_id text, wrong_answers integer, judged_before jsonb, judged jsonb,
      correct boolean, cause text, day date, granted_at timestamptz, deadline timestamptz, real_at timestamptz,
      coupon_id text, coupon_code text, coupon_pwd text,
      allowance_pools text[], allowance_id text, allowance_code text, allowance_pwd text)
    ORDER BY asked.number
  LOOP
    v_progress := NULL;
    v_granted := NULL;
    BEGIN
      UPDATE quiz_progress
        SET judged = v_asked.judged, wrong_answers = wrong_answers + CASE WHEN v_asked.correct THEN 0 ELSE 1 END
        WHERE v_asked.judged IS NOT NULL AND user_id = v_asked.user_id AND question_id = v_asked.question_id
          AND wrong_answers = v_asked.wrong_answers AND judged IS NOT DISTINCT FROM v_asked.judged_before;
      IF NOT FOUND THEN
        v_outcome := 'changed';
        v_any_read := true;
        SELECT jsonb_build_object('questionId', question_id, 'wrongAnswers', wrong_answers, 'judged', judged)
          INTO v_progress FROM quiz_progress WHERE user_id = v_asked.user_id;
      ELSIF EXISTS (SELECT FROM grants WHERE user_id = v_asked.user_id AND kind = 'coupon') THEN
        v_outcome := 'held';
      ELSIF NOT v_asked.correct THEN
        v_outcome := 'stored';
      ELSE
        SELECT * INTO v_granted FROM grant_coupon(v_asked.user_id, v_asked.cause, v_asked.day, v_asked.granted_at,
          v_asked.deadline, v_asked.real_at, v_asked.coupon_id, v_asked.coupon_code, v_asked.coupon_pwd,
          v_asked.allowance_pools, v_asked.allowance_id, v_asked.allowance_code, v_asked.allowance_pwd);
        v_outcome := v_granted.outcome;
        v_any_granted := v_any_granted OR v_outcome = 'granted';
      END IF;
      IF v_outcome IN ('held', 'total', 'today', 'once') THEN
        RAISE EXCEPTION 'nothing is granted' USING ERRCODE = 'FR003';
      END IF;
    EXCEPTION
      -- The block is a savepoint: nothing of this answer is stored.
      WHEN SQLSTATE 'FR003' THEN NULL;
    END;
    v_results := v_results || (jsonb_build_object('number', v_asked.number, 'progress', v_progress)
      || coalesce(to_jsonb(v_granted), '{}') || jsonb_build_object('outcome', v_outcome));
  END LOOP;
  results := to_jsonb(v_results);

  -- As in draw_many: the locks of the counting rows go before the disk is waited for, and nothing is answered before
  -- what it tells of is there.
  IF v_any_granted THEN
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
  END IF;
  IF v_any_granted OR v_any_read THEN
    PERFORM pg_logical_emit_message(true, 'fridge', '');
  END IF;
END $$;
