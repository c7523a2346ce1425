(** Runs (D5): a schedule performed step by step, where the right side of ; observes what the left side really did. *)
From Coq Require Import List Setoid Morphisms Permutation Arith Lia.
From CoreECS Require Export Order.
Import ListNotations.

Section Runs.
Context `{Language}.

(** [run/conc], [run/seq], [run/par], [run/then]. The grammar of schedules under way:
    kappa ::= conc_c(U) | seq_c(s, r) | (kappa || kappa')_c | kappa ; z' *)
Inductive running :=
  | RConc (c : state) (u : list occurrence)
  | RSeq (c : state) (s : system) (lf : nat) (r : list (list E * W))
  | RPar (c : state) (k k' : running)
  | RThen (k : running) (z' : schedule) (lf' : nat).

Fixpoint observed k : state := match k with
  | RConc c _ | RSeq c _ _ _ | RPar c _ _ => c
  | RThen k _ _ => observed k
  end.

Fixpoint start (c : state) z lf : running := match z with
  | conc s => RConc c (map (invoke s lf) (query s c))
  | seq s => RSeq c s lf (query s c)
  | par z z' => RPar c (start c z lf) (start c z' (lf + leaves z))
  | andthen z z' => RThen (start c z lf) z' (lf + leaves z)
  end.

Inductive ended : running -> Prop :=
  | ended_conc c : ended (RConc c [])
  | ended_seq c s lf r : (forall e, In e r -> again s c e = None) -> ended (RSeq c s lf r)
  | ended_par c k k' : ended k -> ended k' -> ended (RPar c k k')
  | ended_then k z lf : ended k -> ended (start (observed k) z lf) -> ended (RThen k z lf).

Inductive step : running -> occurrence -> running -> Prop :=
  | step_conc c x u y : step (RConc c (x ++ u :: y)) u (RConc (c ++ upd u) (x ++ y))
  | step_seq c s lf x e y w u : (forall e, In e x -> again s c e = None) -> again s c e = Some w ->
      u = invoke s lf (fst e, w) -> step (RSeq c s lf (x ++ e :: y)) u (RSeq (c ++ upd u) s lf y)
  | step_left c k k' u k1 : step k u k1 -> step (RPar c k k') u (RPar (c ++ upd u) k1 k')
  | step_right c k k' u k1 : step k' u k1 -> step (RPar c k k') u (RPar (c ++ upd u) k k1)
  | step_then k z lf u k1 : step k u k1 -> step (RThen k z lf) u (RThen k1 z lf)
  | step_on k z lf u k1 : ended k -> step (start (observed k) z lf) u k1 -> step (RThen k z lf) u k1.

(** [run]: a run is the list of its invocations, in the order in which they are performed. *)
Inductive steps : running -> list occurrence -> Prop :=
  | steps_end k : ended k -> steps k []
  | steps_step k u k1 l : step k u k1 -> steps k1 l -> steps k (u :: l).

Definition run c z lf l := steps (start c z lf) l.
(** [confluence], but for renaming (Renaming.v) *)
Definition confluent c z lf := forall l l', run c z lf l -> run c z lf l' ->
  c ++ composite upd l == c ++ composite upd l'.

(** The same by recursion over schedules *)
Fixpoint big (c : state) z lf (l : list occurrence) : Prop := match z with
  | conc s => Permutation l (map (invoke s lf) (query s c))
  | seq s => l = map (invoke s lf) (rolled s lf c)
  | par z z' => exists l1 l2, big c z lf l1 /\ big c z' (lf + leaves z) l2 /\ shuffle l1 l2 l
  | andthen z z' => exists l1 l2, big c z lf l1 /\ big (c ++ composite upd l1) z' (lf + leaves z) l2 /\ l = l1 ++ l2
  end.
Fixpoint bigk k (l : list occurrence) : Prop := match k with
  | RConc c u => Permutation l u
  | RSeq c s lf r => l = map (invoke s lf) (roll s lf c r)
  | RPar _ k k' => exists l1 l2, bigk k l1 /\ bigk k' l2 /\ shuffle l1 l2 l
  | RThen k z' lf' => exists l1 l2, bigk k l1 /\ big (observed k ++ composite upd l1) z' lf' l2 /\ l = l1 ++ l2
  end.

Lemma big_same z : forall c c' lf l, c == c' -> big c z lf l -> big c' z lf l.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c c' lf l Q B.
  - now rewrite <- (query_same s _ _ Q).
  - subst. unfold rolled. now rewrite (query_same s _ _ Q), (roll_same s lf _ _ _ Q).
  - destruct B as (l1 & l2 & B1 & B2 & S). exists l1, l2. repeat split; eauto.
  - destruct B as (l1 & l2 & B1 & B2 & ->). exists l1, l2. repeat split; eauto. eapply IH'; [|exact B2]. now rewrite Q.
Qed.

Lemma observed_start z : forall c lf, observed (start c z lf) = c.
Proof. induction z; cbn; auto. Qed.

Lemma bigk_start z : forall c lf l, bigk (start c z lf) l <-> big c z lf l.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf l; try tauto.
  - setoid_rewrite IH. setoid_rewrite IH'. tauto.
  - setoid_rewrite IH. rewrite observed_start. tauto.
Qed.

Lemma roll_none s lf x y : forall c, (forall e, In e x -> again s c e = None) -> roll s lf c (x ++ y) = roll s lf c y.
Proof. induction x as [|e x IH]; cbn; intros c N; auto. rewrite N; auto. Qed.

Lemma ended_big k : ended k -> bigk k [].
Proof.
  induction 1 as [c|c s lf r N|c k k' _ IH _ IH'|k z lf _ IH _ IH']; cbn; auto.
  - rewrite <- (app_nil_r r), roll_none; auto.
  - exists [], []. repeat split; auto. constructor.
  - exists [], []. repeat split; auto. cbn. unfold composite. cbn. rewrite app_nil_r. now apply bigk_start.
Qed.

Lemma step_observed k u k1 : step k u k1 -> observed k1 = observed k ++ upd u.
Proof. induction 1; cbn; auto. now rewrite observed_start in IHstep. Qed.

Lemma step_big k u k1 : step k u k1 -> forall l, bigk k1 l -> bigk k (u :: l).
Proof.
  induction 1 as [c x u y|c s lf x e y w u N L ->|c k k' u k1 S IH|c k k' u k1 S IH|k z lf u k1 S IH|k z lf u k1 En S
    IH];
    cbn; intros l B.
  - rewrite B. apply Permutation_middle.
  - rewrite roll_none by auto. cbn. rewrite L. cbn. congruence.
  - destruct B as (l1 & l2 & B1 & B2 & Sh). exists (u :: l1), l2. repeat split; auto. now constructor.
  - destruct B as (l1 & l2 & B1 & B2 & Sh). exists l1, (u :: l2). repeat split; auto. now constructor.
  - destruct B as (l1 & l2 & B1 & B2 & ->). exists (u :: l1), l2. repeat split; auto.
    rewrite (step_observed _ _ _ S), <- app_assoc in B2. exact B2.
  - exists [], (u :: l). repeat split; auto using ended_big. unfold composite. cbn. rewrite app_nil_r.
    apply bigk_start. auto.
Qed.

Lemma run_big c z lf l : run c z lf l -> big c z lf l.
Proof.
  intros R. apply bigk_start. unfold run in R. induction R; [now apply ended_big|]. eapply step_big; eauto.
Qed.

Lemma perm_pars {A} (u l : list A) : NoDup u -> Permutation l u -> lin (pars u) l.
Proof.
  intros N' B. apply linearization_lin. split; [now rewrite elems_pars|].
  assert (N : NoDup l) by (eapply Permutation_NoDup; [symmetry|]; eauto).
  clear B. induction N as [|a l Na N IH]; constructor; auto. apply Forall_forall. intros b Hb Le.
  apply le_pars in Le as [-> _]; auto.
Qed.

(** Theorem 4.5 for runs: where z is safe, every run is a linearization of po_c(z), and ends in z(c). *)
Lemma big_lin z : forall c lf l, safe_at c z lf -> big c z lf l -> lin (po c z lf) l.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf l S B.
  - apply perm_pars; auto. pose proof (po_nodup (conc s) c lf) as N. cbn in N. now rewrite elems_pars in N.
  - subst. pose proof (lin_elems (thens (map (invoke s lf) (rolled s lf c)))) as K. now rewrite elems_thens in K.
  - destruct B as (l1 & l2 & B1 & B2 & Sh).
    destruct (safe_sub loc_dec upd _ _ (po_nodup (par z z') c lf)) as [S1 S2]; [left; exact S|].
    econstructor; eauto.
  - destruct B as (l1 & l2 & B1 & B2 & ->).
    destruct (safe_sub loc_dec upd _ _ (po_nodup (andthen z z') c lf)) as [S1 S2]; [right; exact S|].
    specialize (IH _ _ _ S1 B1). constructor; auto.
    assert (c ++ composite upd l1 == advance c z lf) as Q.
    { unfold advance. rewrite produce_po. rewrite (safe_lin loc_dec upd _ _ (po_nodup z c lf) S1 IH). reflexivity. }
    rewrite <- (po_same z' _ _ _ Q). apply IH'; auto. unfold safe_at. now rewrite (po_same z' _ _ _ Q).
Qed.

Theorem safe_runs_are_linearizations c z lf l : safe_at c z lf -> run c z lf l -> linearization (po c z lf) l.
Proof. intros S R. apply lin_linearization; [apply po_nodup|]. apply big_lin; auto. now apply run_big. Qed.

Theorem safe_confluent c z lf : safe_at c z lf -> confluent c z lf.
Proof.
  intros S l l' R R'. rewrite (theorem_4_5 c z lf S l l'); eauto using safe_runs_are_linearizations. reflexivity.
Qed.

Theorem safe_runs_end_at_reference c z lf l : safe_at c z lf -> run c z lf l -> c ++ composite upd l == advance c z lf.
Proof.
  intros S R. destruct (reference c z lf) as [Ref ->].
  rewrite (theorem_4_5 c z lf S l _ (safe_runs_are_linearizations _ _ _ _ S R) Ref). reflexivity.
Qed.

(** Conversely every [big] is a run: the two agree; so, where z is safe, every linearization is a run. *)
Lemma steps_conc u : forall c l, Permutation l u -> steps (RConc c u) l.
Proof.
  intros c l. revert c u. induction l as [|a l IH]; intros c u P.
  - apply Permutation_nil in P as ->. constructor. constructor.
  - assert (In a u) as K by (eapply Permutation_in; [exact P|now left]). apply in_split in K as (x & y & ->).
    econstructor; [apply step_conc|]. apply IH. apply Permutation_cons_inv with a. rewrite P. symmetry.
    apply Permutation_middle.
Qed.

Lemma steps_seq s lf r : forall c x, (forall e, In e x -> again s c e = None) ->
  steps (RSeq c s lf (x ++ r)) (map (invoke s lf) (roll s lf c r)).
Proof.
  induction r as [|e r IH]; cbn; intros c x N.
  - rewrite app_nil_r. constructor. now constructor.
  - destruct (again s c e) as [w|] eqn:L.
    + cbn. econstructor; [eapply step_seq; eauto|]. apply (IH _ []). cbn; tauto.
    + specialize (IH c (x ++ [e])). rewrite <- app_assoc in IH. apply IH. intros e' K.
      apply in_app_or in K as [K|[<-|[]]]; auto.
Qed.

Lemma steps_par l1 l2 l : shuffle l1 l2 l -> forall c k k', steps k l1 -> steps k' l2 -> steps (RPar c k k') l.
Proof.
  induction 1 as [|a x y l Sh IH|b x y l Sh IH]; intros c k k' S S'.
  - inversion S; inversion S'; subst. constructor. now constructor.
  - inversion S; subst. econstructor; [apply step_left; eauto|]. eauto.
  - inversion S'; subst. econstructor; [apply step_right; eauto|]. eauto.
Qed.

Lemma steps_then k l1 : steps k l1 -> forall z lf l2, steps (start (observed k ++ composite upd l1) z lf) l2 ->
  steps (RThen k z lf) (l1 ++ l2).
Proof.
  induction 1 as [k En|k u k1 l St Ss IH]; intros z lf l2 S2.
  - unfold composite in S2. cbn in S2. rewrite app_nil_r in S2. cbn. inversion S2; subst.
    + constructor. now constructor.
    + econstructor; [apply step_on; eauto|auto].
  - cbn. econstructor; [apply step_then; eauto|]. apply IH. rewrite (step_observed _ _ _ St), <- app_assoc. exact S2.
Qed.

Theorem big_run z : forall c lf l, big c z lf l -> run c z lf l.
Proof.
  unfold run. induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf l B.
  - now apply steps_conc.
  - subst. apply (steps_seq _ _ _ _ []). cbn; tauto.
  - destruct B as (l1 & l2 & B1 & B2 & Sh). eapply steps_par; eauto.
  - destruct B as (l1 & l2 & B1 & B2 & ->). apply steps_then; auto. rewrite observed_start. auto.
Qed.

Lemma lin_big z : forall c lf l, safe_at c z lf -> lin (po c z lf) l -> big c z lf l.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf l S B.
  - apply (lin_linearization _ _ (po_nodup (conc s) c lf)) in B as [B _]. cbn in B. now rewrite elems_pars in B.
  - clear S. generalize dependent (map (invoke s lf) (rolled s lf c)). intros u. revert l.
    induction u as [|a u IH]; cbn; intros l B; inversion B as [| | |? ? l1 l2 B1 B2]; subst; auto.
    inversion B1; subst. cbn. f_equal. auto.
  - destruct (safe_sub loc_dec upd _ _ (po_nodup (par z z') c lf)) as [S1 S2]; [left; exact S|].
    inversion B; subst. eauto 10.
  - destruct (safe_sub loc_dec upd _ _ (po_nodup (andthen z z') c lf)) as [S1 S2]; [right; exact S|].
    inversion B as [| | |? ? l1 l2 B1 B2]; subst. exists l1, l2. repeat split; auto.
    assert (c ++ composite upd l1 == advance c z lf) as Q.
    { unfold advance. rewrite produce_po. rewrite (safe_lin loc_dec upd _ _ (po_nodup z c lf) S1 B1). reflexivity. }
    apply IH'; [unfold safe_at|]; now rewrite (po_same z' _ _ _ Q).
Qed.

Theorem safe_runs c z lf l : safe_at c z lf -> run c z lf l <-> linearization (po c z lf) l.
Proof.
  intros S. split; [now apply safe_runs_are_linearizations|]. intros L. apply big_run, lin_big; auto.
  now apply linearization_lin.
Qed.

End Runs.
