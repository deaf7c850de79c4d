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
-- The weights in force, as draw_once compares them: {"version": 3, "levels": {"0": 70, "1": 1}}.
CREATE FUNCTION draw_weights_in_force() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'version', (SELECT version FROM draw_weights),
    'levels', (SELECT jsonb_object_agg(level, weight) FROM draw_outcomes))
$$;
--> statement-breakpoint
-- One draw of a user. The caller rolled and found the level by the weights that it knows; if others are in force,
-- nothing is written and they are returned.
--   outcome       repeated     the request's first result; chances_left is today's
--                 refused      it isn't a repeat, and p_may_draw is false
--                 neverChance, noChance
--                 weights      others are in force: roll again
--                 drawn        level and prize_id are null for "thanks": rolled, sold out or without a code
CREATE PROCEDURE draw_once(
  p_user_id text, p_request_id text, p_may_draw boolean,
  p_weights jsonb, p_roll integer, p_total_weight integer, p_level integer,
  p_prize_id text, p_is_virtual boolean, p_deadline timestamptz, p_real_at timestamptz, p_business_at timestamptz,
  INOUT outcome text DEFAULT NULL, INOUT level integer DEFAULT NULL, INOUT prize_id text DEFAULT NULL,
  INOUT chances_left integer DEFAULT NULL, INOUT weights jsonb DEFAULT NULL
) LANGUAGE plpgsql AS $$
DECLARE
  v_weights jsonb;
  v_stock_left integer;
BEGIN
  -- One draw of a user at a time, until the transaction ends.
  SELECT c.remaining INTO chances_left FROM draw_chances c WHERE c.user_id = p_user_id FOR UPDATE;

  SELECT d.level, d.prize_id INTO level, prize_id
    FROM draws d WHERE d.user_id = p_user_id AND d.request_id = p_request_id;
  IF FOUND THEN
    outcome := 'repeated';
    chances_left := coalesce(chances_left, 0);
    -- The first result may be on its way to the disk still: no answer before it is there.
    PERFORM pg_logical_emit_message(true, 'fridge', '');
    RETURN;
  END IF;

  outcome := CASE
    WHEN NOT p_may_draw THEN 'refused'
    WHEN chances_left IS NULL THEN 'neverChance'
    WHEN chances_left = 0 THEN 'noChance'
  END;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;

  v_weights := draw_weights_in_force();
  IF v_weights IS DISTINCT FROM p_weights THEN
    outcome := 'weights';
    weights := v_weights;
    RETURN;
  END IF;

  outcome := 'drawn';
  UPDATE draw_chances c SET remaining = c.remaining - 1 WHERE c.user_id = p_user_id
    RETURNING c.remaining INTO chances_left;

  IF p_level > 0 THEN
    -- Plain reads first: what is sold out is found without waiting for the level's row.
    SELECT o.stock - o.issued INTO v_stock_left FROM draw_outcomes o WHERE o.level = p_level;
    IF v_stock_left IS DISTINCT FROM 0 AND (NOT p_is_virtual OR EXISTS (
      SELECT FROM prize_codes c WHERE c.level >= p_level AND c.level <= p_level AND c.prize_id IS NULL
        ORDER BY c.level, c.id LIMIT 1))
    THEN
      BEGIN
        v_stock_left := give_prize(p_prize_id, p_user_id, p_level, p_is_virtual, p_business_at, p_deadline);
        level := p_level;
        prize_id := p_prize_id;
      EXCEPTION
        -- Others took the last one meanwhile; the block is a savepoint.
        WHEN SQLSTATE 'FR001' THEN v_stock_left := 0;
        WHEN SQLSTATE 'FR002' THEN NULL;
      END;
    END IF;
  END IF;

  INSERT INTO draws (user_id, request_id, level, prize_id, surplus, drawn_at)
    VALUES (p_user_id, p_request_id, level, prize_id, chances_left, p_business_at);
  INSERT INTO draw_audit (user_id, request_id, roll, total_weight, weights_version, hit_level, given_level, stock_left,
      real_at, business_at)
    VALUES (p_user_id, p_request_id, p_roll, p_total_weight, coalesce((p_weights->>'version')::integer, 0), p_level,
      coalesce(level, 0), v_stock_left, p_real_at, p_business_at);

  -- Where a level's row is locked, the lock goes before the disk is waited for: this commit returns at once, the
  -- message's, which ends the call, waits for the disk (and a synchronous standby) with everything before it.
  IF level IS NOT NULL THEN
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
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
-- Stores a judged answer and, if it is right, grants the coupon. The caller judged by a progress that it knows or
-- expects (p_question_id, p_wrong_answers, p_judged_before); if it is another, or p_judged is null, nothing is written
-- and the user's progress is returned.
--   outcome       changed      judge again by progress: {"questionId", "wrongAnswers", "judged"}, null without any
--                 held         the user has the coupon
--                 stored       a wrong answer
--                 granted, total, today, once   of grant_coupon; nothing is written unless granted
CREATE PROCEDURE answer_question(
  p_user_id text, p_question_id text, p_wrong_answers integer, p_judged_before jsonb, p_judged jsonb, p_correct boolean,
  p_cause text, p_day date, p_granted_at timestamptz, p_deadline timestamptz, p_real_at timestamptz,
  p_coupon_id text, p_coupon_code text, p_coupon_pwd text,
  p_allowance_pools text[], p_allowance_id text, p_allowance_code text, p_allowance_pwd text,
  INOUT outcome text DEFAULT NULL, INOUT progress jsonb DEFAULT NULL, INOUT coupon_issued integer DEFAULT NULL,
  INOUT allowance_pool text DEFAULT NULL, INOUT allowance_issued integer DEFAULT NULL
) LANGUAGE plpgsql AS $$
BEGIN
  -- One quiz call of a user at a time; foreign keys to the account don't wait for this lock.
  PERFORM FROM accounts WHERE user_id = p_user_id FOR NO KEY UPDATE;

  UPDATE quiz_progress SET judged = p_judged, wrong_answers = wrong_answers + CASE WHEN p_correct THEN 0 ELSE 1 END
    WHERE p_judged IS NOT NULL AND user_id = p_user_id
      AND question_id = p_question_id AND wrong_answers = p_wrong_answers AND judged IS NOT DISTINCT FROM p_judged_before;
  IF NOT FOUND THEN
    outcome := 'changed';
    SELECT jsonb_build_object('questionId', question_id, 'wrongAnswers', wrong_answers, 'judged', judged) INTO progress
      FROM quiz_progress WHERE user_id = p_user_id;
    -- What was judged may be on its way to the disk still: no answer before it is there.
    PERFORM pg_logical_emit_message(true, 'fridge', '');
    RETURN;
  END IF;

  IF EXISTS (SELECT FROM grants WHERE user_id = p_user_id AND kind = 'coupon') THEN
    outcome := 'held';
  ELSIF NOT p_correct THEN
    outcome := 'stored';
    RETURN;
  ELSE
    SELECT * INTO outcome, coupon_issued, allowance_pool, allowance_issued FROM grant_coupon(
      p_user_id, p_cause, p_day, p_granted_at, p_deadline, p_real_at, p_coupon_id, p_coupon_code, p_coupon_pwd,
      p_allowance_pools, p_allowance_id, p_allowance_code, p_allowance_pwd);
  END IF;

  IF outcome = 'granted' THEN
    -- As in draw_once: the locks of the counting rows go before the disk is waited for.
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
    PERFORM pg_logical_emit_message(true, 'fridge', '');
  ELSE
    ROLLBACK;
  END IF;
END $$;
