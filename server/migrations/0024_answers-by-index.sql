-- answer_many, planned by the indexes, for the same reason as draw_many_by_index: what it asks itself of the grants as well.
CREATE PROCEDURE answer_many_by_index(p_answers jsonb, INOUT results jsonb DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true);
  CALL answer_many(p_answers, results);
END $$;
