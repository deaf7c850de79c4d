-- A connection keeps the plan by which a foreign key is checked until its table is analyzed. One that is made while the
-- table is small walks all of it, for every row that refers to it: in the minute in which a draw opens, thousands of
-- rows for each draw. So what draws and grants is planned by the indexes, however small the tables are. `jit` would
-- compile what is planned so, for some 100 ms: the planner gives walks that it can't avoid a very high cost.
ALTER FUNCTION give_prize(text, text, integer, boolean, timestamptz, timestamptz)
  SET enable_seqscan = off SET jit = off;
--> statement-breakpoint
ALTER FUNCTION grant_coupon(
    text, text, date, timestamptz, timestamptz, timestamptz, text, text, text, text[], text, text, text)
  SET enable_seqscan = off SET jit = off;
--> statement-breakpoint
-- draw_many, planned by the indexes: settings of a procedure would keep it from committing, these end with its first
-- commit.
CREATE PROCEDURE draw_many_by_index(
  p_draws jsonb, p_weights jsonb, p_total_weight integer, INOUT results jsonb DEFAULT NULL, INOUT weights jsonb DEFAULT NULL
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true);
  CALL draw_many(p_draws, p_weights, p_total_weight, results, weights);
END $$;
