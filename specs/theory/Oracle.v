(** What the extracted interpreter runs: one pass for po_c(z), which equals po_c(z). *)
From Coq Require Import List Bool Setoid.
From CoreECS Require Export Count Program.
Import ListNotations.

(** A state without writes that no longer count *)
Section Tidy.
Context {L V : Type} (dec : forall a b : L, {a = b} + {a <> b}).
Definition among (l : L) (c : @update L V) := existsb (fun x => if dec (fst x) l then true else false) c.
Fixpoint tidy (c : @update L V) : @update L V := match c with
  | [] => []
  | (l, v) :: c => if among l c then tidy c else match v with Some _ => (l, v) :: tidy c | None => tidy c end
  end.
Lemma among_spec l c : among l c = true <-> exists v, In (l, v) c.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros ([l' v] & M & Q). cbn in Q. destruct (dec l' l) as [->|]; [eauto|discriminate].
  - intros (v & M). exists (l, v). split; auto. cbn. destruct (dec l l); congruence.
Qed.
Lemma tidy_in c l v : In (l, v) (tidy c) -> In (l, v) c.
Proof.
  induction c as [|[l' v'] c IH]; cbn; auto. destruct (among l' c); auto. destruct v'; cbn; intuition.
Qed.
Theorem tidy_same c : same dec (tidy c) c.
Proof.
  intros l. induction c as [|[l' v] c IH]; auto. cbn [tidy]. destruct (among l' c) eqn:A.
  - rewrite IH. unfold at_. cbn. destruct (last dec c l) eqn:Q; auto. destruct (dec l l') as [->|]; auto. exfalso.
    apply among_spec in A. apply (last_in dec c l') in A. congruence.
  - assert (l = l' -> last dec c l = None) as N.
    { intros ->. destruct (last dec c l') eqn:Q; auto. exfalso. assert (among l' c = true); [|congruence].
      apply among_spec. apply (last_in dec c l'). congruence. }
    assert (l = l' -> last dec (tidy c) l = None) as N'.
    { intros ->. destruct (last dec (tidy c) l') eqn:Q; auto. exfalso. assert (among l' c = true); [|congruence].
      apply among_spec. destruct (proj1 (last_in dec (tidy c) l')) as [w W]; [congruence|]. exists w.
      now apply tidy_in. }
    destruct v as [k|].
    + unfold at_ in *. cbn. destruct (dec l l') as [Q|_].
      * now rewrite N, N'.
      * destruct (last dec (tidy c) l), (last dec c l); auto.
    + rewrite IH. unfold at_. cbn. destruct (dec l l') as [Q|_]; [now rewrite N|]. destruct (last dec c l); auto.
Qed.
End Tidy.

Section Oracle.
Context `{Values}.
Fixpoint order_ (c : state) z lf : sp occurrence := match z with
  | conc s => pars (map (invoke s lf) (query s c))
  | seq s => thens (map (invoke s lf) (rolled s lf c))
  | par z z' => Par (order_ c z lf) (order_ c z' (lf + leaves z))
  | andthen z z' => let t := order_ c z lf in Then t (order_ (tidy loc_dec (c ++ composite upd (elems t))) z' (lf +
    leaves z))
  end.
Theorem order_is_po z : forall c lf, order_ c z lf = po c z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf; cbn; auto.
  - now rewrite IH, IH'.
  - rewrite IH, IH'. f_equal. apply po_same. transitivity (c ++ composite upd (elems (po c z lf))); [apply tidy_same|].
    unfold advance. rewrite produce_po. reflexivity.
Qed.
End Oracle.
