-- Why the coupon can't be granted beyond its limits. `answer` locks the accounts of its users in the order of their ids,
-- so that one quiz call of a user runs at a time; `grant_coupon` then takes one of the day, of the coupons and of an
-- allowance, each by a conditional update of the row that counts it (issued < cap), in this order, and the grant is
-- unique by user and kind; one that was revoked still counts in both. What is short of one of these rolls that answer
-- back to its savepoint. `check` constraints say issued <= cap once more. The callers are answers.ts and grants.ts of
-- server/src/activities/campaign; docs/decisions/0004 and 0009 tell why it is built so. How to change this file:
-- README.md beside it.

-- Grants the coupon and, while any is left, one allowance: of the first of p_allowance_pools that has one; without
-- p_coupon_id the allowance alone.
-- Each limit is decided by a conditional update of the row that counts it.
--   outcome       granted
--                 total, today, once   none left in all or today, or held already: the caller has to roll back
CREATE OR REPLACE FUNCTION grant_coupon(
  p_user_id text, p_cause text, p_day date, p_granted_at timestamptz, p_deadline timestamptz, p_real_at timestamptz,
  p_coupon_id text, p_coupon_code text, p_coupon_pwd text,
  p_allowance_pools text[], p_allowance_id text, p_allowance_code text, p_allowance_pwd text,
  OUT outcome text, OUT coupon_issued integer, OUT allowance_pool text, OUT allowance_issued integer
) LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_day_issued integer;
  v_pool text;
BEGIN
  IF p_coupon_id IS NOT NULL THEN
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

    UPDATE grant_pools SET issued = issued + 1 WHERE name = 'coupon' AND issued < cap
      RETURNING issued INTO coupon_issued;
    IF NOT FOUND THEN
      outcome := 'total';
      RETURN;
    END IF;
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

  IF p_coupon_id IS NULL AND allowance_pool IS NULL THEN
    outcome := 'total';
    RETURN;
  END IF;

  IF p_coupon_id IS NOT NULL THEN
    -- Unique by user and kind, whatever else goes wrong.
    INSERT INTO grants (id, user_id, kind, pool, exchange_code, exchange_pwd, granted_at, deadline)
      VALUES (p_coupon_id, p_user_id, 'coupon', 'coupon', p_coupon_code, p_coupon_pwd, p_granted_at, p_deadline)
      ON CONFLICT ON CONSTRAINT grants_once DO NOTHING;
    IF NOT FOUND THEN
      outcome := 'once';
      RETURN;
    END IF;
    INSERT INTO grant_audit (grant_id, user_id, pool, pool_issued, day, day_issued, cause, real_at, business_at)
      VALUES (p_coupon_id, p_user_id, 'coupon', coupon_issued, p_day, v_day_issued, p_cause, p_real_at, p_granted_at);
  END IF;
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
--                 blocked      the user is
--                 held         the user has the coupon, or had it
--                 stored       a wrong answer
--                 granted, total, today, once   of grant_coupon; nothing is written unless granted
CREATE OR REPLACE PROCEDURE answer(p_answers jsonb, INOUT results jsonb DEFAULT NULL) LANGUAGE plpgsql AS $$
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
  -- As in draw: planned by the indexes, and a batch gives up soon.
  PERFORM set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    CASE WHEN cardinality(v_users) > 1 THEN set_config('lock_timeout', '500ms', true) END;
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
      ELSIF EXISTS (SELECT FROM accounts WHERE user_id = v_asked.user_id AND blocked_by IS NOT NULL) THEN
        v_outcome := 'blocked';
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
      IF v_outcome IN ('blocked', 'held', 'total', 'today', 'once') THEN
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

  -- As in draw: the locks of the counting rows go before the disk is waited for, and nothing is answered before
  -- what it tells of is there.
  IF v_any_granted THEN
    PERFORM set_config('synchronous_commit', 'off', true);
    COMMIT;
  END IF;
  IF v_any_granted OR v_any_read THEN
    PERFORM pg_logical_emit_message(true, 'fridge', '');
  END IF;
END $$;
