(** Schedules (section 3.6). *)
From Coq Require Import List.
From CoreECS Require Export System.
Import ListNotations.

Section Schedule.
Context `{Language}.
Notation update := (@update (E * I) V).

(** [schedule/conc], [schedule/seq], [schedule/par], [schedule/then]: c |v| z *)
Fixpoint produce (c : state) z lf : update := match z with
  | conc s => apply s lf (query s c)
  | seq s => apply s lf (rolled s lf c)
  | par z z' => produce c z lf ++ produce c z' (lf + leaves z)
  | andthen z z' => let m := produce c z lf in m ++ produce (c ++ m) z' (lf + leaves z)
  end.

(** [schedule/apply]: z(c) *)
Definition advance (c : state) z lf : state := c ++ produce c z lf.

(** What is produced depends on what is observed only. *)
Lemma produce_same z : forall c c' lf, c == c' -> produce c z lf = produce c' z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c c' lf Q; cbn.
  - now rewrite (query_same _ _ _ Q).
  - unfold rolled. now rewrite (query_same _ _ _ Q), (roll_same _ _ _ _ _ Q).
  - now rewrite (IH _ _ _ Q), (IH' _ _ _ Q).
  - rewrite (IH _ _ _ Q). f_equal. apply IH'. now rewrite Q.
Qed.
End Schedule.
