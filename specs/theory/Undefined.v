(** D12: f_s(r) may be undefined. Elsewhere an undefined f_s(r) is an invocation that writes nothing and is not [ok].
  This
    file says that nothing is lost by that: c |v| z and po_c(z), by equations in which bottom spreads, are undefined if
    and only if an invocation is not ok, and are otherwise what the total definitions say. The same for runs. *)
From Coq Require Import List Bool Setoid Permutation.
From CoreECS Require Export Run.
Import ListNotations.

Section Undefined.
Context `{Language}.
Notation update := (@update (E * I) V).

Definition bind {A B} (x : option A) (f : A -> option B) : option B := match x with Some a => f a | None => None end.
Notation oks := (forallb ok).

(** ** By equations in which bottom spreads *)
Definition invoke_ s lf r : option occurrence := if ok (invoke s lf r) then Some (invoke s lf r) else None.
Fixpoint all {A B} (f : A -> option B) (l : list A) : option (list B) := match l with
  | [] => Some []
  | a :: l => bind (f a) (fun b => bind (all f l) (fun k => Some (b :: k)))
  end.
Fixpoint roll_ s lf (c : state) (r : list (list E * W)) : option (list occurrence) := match r with
  | [] => Some []
  | x :: r => match again s c x with
              | Some w => bind (invoke_ s lf (fst x, w)) (fun a => bind (roll_ s lf (c ++ upd a) r) (fun k =>
                Some (a :: k)))
              | None => roll_ s lf c r
              end
  end.
Fixpoint produce_ (c : state) z lf : option update := match z with
  | conc s => bind (all (invoke_ s lf) (query s c)) (fun l => Some (composite upd l))
  | seq s => bind (roll_ s lf c (query s c)) (fun l => Some (composite upd l))
  | par z z' => bind (produce_ c z lf) (fun m => bind (produce_ c z' (lf + leaves z)) (fun m' => Some (m ++ m')))
  | andthen z z' => bind (produce_ c z lf) (fun m => bind (produce_ (c ++ m) z' (lf + leaves z)) (fun m' =>
    Some (m ++ m')))
  end.
Fixpoint po_ (c : state) z lf : option (sp occurrence) := match z with
  | conc s => bind (all (invoke_ s lf) (query s c)) (fun l => Some (pars l))
  | seq s => bind (roll_ s lf c (query s c)) (fun l => Some (thens l))
  | par z z' => bind (po_ c z lf) (fun t => bind (po_ c z' (lf + leaves z)) (fun t' => Some (Par t t')))
  | andthen z z' => bind (po_ c z lf) (fun t => bind (produce_ c z lf) (fun m =>
      bind (po_ (c ++ m) z' (lf + leaves z)) (fun t' => Some (Then t t'))))
  end.

Lemma all_invoke s lf r : all (invoke_ s lf) r = if oks (map (invoke s lf) r) then Some (map (invoke s lf) r) else None.
Proof.
  induction r as [|x r IH]; cbn [all map forallb]; auto. rewrite IH. unfold invoke_, bind.
  destruct (ok (invoke s lf x)); cbn; auto. now destruct (oks (map (invoke s lf) r)).
Qed.
Lemma roll_defined s lf r : forall c, roll_ s lf c r =
  let l := map (invoke s lf) (roll s lf c r) in if oks l then Some l else None.
Proof.
  induction r as [|x r IH]; intros c; cbn [roll_ roll]; auto. destruct (again s c x) as [w|]; auto.
  unfold invoke_, bind.
  cbn [map forallb]. destruct (ok (invoke s lf (fst x, w))); cbn; auto. rewrite IH. cbn.
  now match goal with |- context [if ?b then _ else _] => destruct b end.
Qed.
Lemma oks_app x y : oks (x ++ y) = oks x && oks y.
Proof. apply forallb_app. Qed.

Definition defined_at c z lf := oks (elems (po c z lf)).

Theorem produce_undefined z : forall c lf, produce_ c z lf = if defined_at c z lf then Some (produce c z lf) else None.
Proof.
  unfold defined_at. induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf; cbn [produce_ produce po elems].
  - rewrite all_invoke, elems_pars. now destruct (oks (map (invoke s lf) (query s c))).
  - rewrite roll_defined, elems_thens. unfold rolled. cbn.
    now destruct (oks (map (invoke s lf) (roll s lf c (query s c)))).
  - rewrite oks_app, IH, IH'. destruct (oks (elems (po c z lf))); cbn; auto.
    now destruct (oks (elems (po c z' (lf + leaves z)))).
  - rewrite oks_app, IH. destruct (oks (elems (po c z lf))); cbn; auto. rewrite IH'. unfold advance.
    now destruct (oks (elems (po (c ++ produce c z lf) z' (lf + leaves z)))).
Qed.
Theorem po_undefined z : forall c lf, po_ c z lf = if defined_at c z lf then Some (po c z lf) else None.
Proof.
  unfold defined_at. induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf; cbn [po_ po elems].
  - rewrite all_invoke, elems_pars. now destruct (oks (map (invoke s lf) (query s c))).
  - rewrite roll_defined, elems_thens. unfold rolled. cbn.
    now destruct (oks (map (invoke s lf) (roll s lf c (query s c)))).
  - rewrite oks_app, IH, IH'. destruct (oks (elems (po c z lf))); cbn; auto.
    now destruct (oks (elems (po c z' (lf + leaves z)))).
  - rewrite oks_app, IH, produce_undefined. unfold defined_at. destruct (oks (elems (po c z lf))); cbn; auto.
    rewrite IH'.
    unfold advance. now destruct (oks (elems (po (c ++ produce c z lf) z' (lf + leaves z)))).
Qed.

(** ** Runs: if an invocation can be performed next, each continuation of the run performs it. So a run fails as soon as
    it can perform next what is undefined, and that is so if and only if its complete runs are not ok. *)
Lemma ended_nil k : ended k -> forall l, bigk k l -> l = [].
Proof.
  induction 1 as [c|c s lf r N|c k k' _ IH _ IH'|k z lf En IH _ IH']; cbn; intros l B.
  - apply Permutation_nil. now symmetry.
  - subst. rewrite <- (app_nil_r r), roll_none; auto.
  - destruct B as (l1 & l2 & B1 & B2 & S). rewrite (IH _ B1), (IH' _ B2) in S. inversion S; auto.
  - destruct B as (l1 & l2 & B1 & B2 & ->). rewrite (IH _ B1) in *. cbn. apply IH', bigk_start.
    unfold composite in B2. cbn in B2. now rewrite app_nil_r in B2.
Qed.
Theorem next_is_performed k u k1 : step k u k1 -> forall l, steps k l -> In u l.
Proof.
  assert (forall k l, steps k l -> bigk k l) as SB.
  { induction 1; [now apply ended_big|eapply step_big; eauto]. }
  intros S l R. apply SB in R. revert l R.
  induction S as [c x u y|c s lf x e y w u N L ->|c k k' u k1 S IH|c k k' u k1 S IH|k z lf u k1 S IH|k z lf u k1 En S
    IH];
    cbn; intros l B.
  - eapply Permutation_in; [symmetry; exact B|]. apply in_app_iff. right. now left.
  - subst. rewrite roll_none by auto. cbn. rewrite L. now left.
  - destruct B as (l1 & l2 & B1 & B2 & Sh). apply (shuffle_in _ _ _ _ Sh). auto.
  - destruct B as (l1 & l2 & B1 & B2 & Sh). apply (shuffle_in _ _ _ _ Sh). auto.
  - destruct B as (l1 & l2 & B1 & B2 & ->). apply in_app_iff. auto.
  - destruct B as (l1 & l2 & B1 & B2 & ->). apply in_app_iff. right. rewrite (ended_nil _ En _ B1) in B2.
    apply IH, bigk_start.
    unfold composite in B2. cbn in B2. now rewrite app_nil_r in B2.
Qed.

(** A safe schedule that is defined at c fails in no run. *)
Theorem safe_defined_runs c z lf l : safe_at c z lf -> defined_at c z lf = true -> run c z lf l -> oks l = true.
Proof.
  intros S D R. apply safe_runs_are_linearizations in R as [P _]; auto. unfold defined_at in *.
  rewrite forallb_forall in *. intros a Ha. apply D. eapply Permutation_in; eauto.
Qed.
End Undefined.
