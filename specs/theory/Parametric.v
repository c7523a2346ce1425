(** D11: infl(nu(f)) is the intersection of infl(f(e)) over fresh entities e.
  Programs compare entities for equality only,
    so their functions cannot tell two fresh entities apart: infl is the same for every choice of fresh entities,
      without
    the locations of these. *)
From Coq Require Import List ZArith Bool Lia.
From CoreECS Require Export Program.
Import ListNotations.
Open Scope list_scope.

Definition rel := entity -> entity -> Prop.
Definition bijective (R : rel) := forall a a' b b', R a a' -> R b b' -> (a = b <-> a' = b').
Definition extend_rel (R : rel) x x' : rel := fun a a' => R a a' \/ (a = x /\ a' = x').
Definition new_l (R : rel) x := forall y, ~ R x y.
Definition new_r (R : rel) x := forall y, ~ R y x.

Fixpoint vrel (R : rel) (k k' : val) : Prop := match k, k' with
  | Atom a, Atom a' => a = a'
  | Ref e, Ref e' => R e e'
  | VNil, VNil => True
  | VCons k r, VCons k' r' => vrel R k k' /\ vrel R r r'
  | _, _ => False
  end.
Definition orel (R : rel) (o o' : option val) := match o, o' with Some k, Some k' => vrel R k k' | None, None =>
  True | _, _ => False end.

(** Mutations that do the same to related entities *)
Fixpoint mrel (R : rel) (m m' : @mutation names) : Prop := match m, m' with
  | attach i e k, attach i' e' k' => i = i' /\ R e e' /\ vrel R k k'
  | detach i e, detach i' e' => i = i' /\ R e e'
  | compose a b, compose a' b' => mrel R a a' /\ mrel R b b'
  | nu f, nu f' => forall x x', new_l R x -> new_r R x' -> mrel (extend_rel R x x') (f x) (f' x')
  | nil, nil => True
  | undefined, undefined => True
  | _, _ => False
  end.

Lemma extend_bijective R x x' : bijective R -> new_l R x -> new_r R x' -> bijective (extend_rel R x x').
Proof.
  intros B N N' a a' b b' [K|[-> ->]] [J|[-> ->]].
  - now apply B.
  - split; intros ->; exfalso; [eapply N|eapply N']; eauto.
  - split; intros <-; exfalso; [eapply N|eapply N']; eauto.
  - tauto.
Qed.

(** Entities that the nu's of an invocation are given: distinct, and not known before *)
Definition supply (R : rel) (phi phi' : nat -> entity) n :=
  (forall j, n <= j -> new_l R (phi j) /\ new_r R (phi' j)) /\
  (forall j k, phi j = phi k -> j = k) /\ (forall j k, phi' j = phi' k -> j = k).
Lemma supply_extend R phi phi' n : supply R phi phi' n -> supply (extend_rel R (phi n) (phi' n)) phi phi' (S n).
Proof.
  intros (F & I1 & I2). split; [|auto]. intros j Le. assert (Ne : j <> n) by lia. destruct (F j) as [F1 F2]; [lia|].
  split; intros y [K|[K K']].
  - eapply F1; eauto.
  - apply Ne. auto.
  - eapply F2; eauto.
  - apply Ne. auto.
Qed.
Lemma supply_more R phi phi' n n' : n <= n' -> supply R phi phi' n -> supply R phi phi' n'.
Proof. intros Le (F & K). split; auto. intros j Lj. apply F. lia. Qed.
Lemma perform_count phi (m : @mutation names) : forall n, n <= snd (perform phi n m).
Proof.
  induction m as [i e k|i e|a IHa b IHb|f IH| |]; cbn; intros n; auto.
  - specialize (IHa n). destruct (perform phi n a) as [u k]. specialize (IHb k). destruct (perform phi k b). cbn in *.
    lia.
  - eapply PeanoNat.Nat.le_trans; [|apply (IH (phi n) (S n))]. auto.
Qed.
Lemma perform_compose phi n (a b : @mutation names) : snd (perform phi n (compose a b)) = snd (perform phi (snd
  (perform phi n a)) b).
Proof. cbn. destruct (perform phi n a) as [u k]. cbn. destruct (perform phi k b). reflexivity. Qed.
Lemma infl_new phi n f (l : entity * nat) : In l (@infl names phi n (nu f)) <-> In l (@infl names phi (S n) (f (phi
  n))) /\ fst l <> phi n.
Proof. cbn [infl]. rewrite filter_In. now rewrite (@not_of_spec names). Qed.

Lemma mrel_infl phi phi' (m : @mutation names) : forall m' (R : rel) n, bijective R -> mrel R m m' ->
  supply R phi phi' n ->
  snd (perform phi n m) = snd (perform phi' n m') /\
  forall (e e' : entity) (i : nat), R e e' -> In (e, i) (@infl names phi n m) <-> In (e', i) (@infl names phi' n m').
Proof.
  induction m as [i e k|i e|a IHa b IHb|f IH| |]; intros [i' e' k'|i' e'|a' b'|f'| |] R n B M S; cbn in M;
    try contradiction.
  - destruct M as (-> & Re & _). split; auto. cbn. intros x x' j Rx. pose proof (B _ _ _ _ Re Rx) as Q.
    split; intros [K|[]]; left; injection K as K ->; f_equal; now apply Q.
  - destruct M as (-> & Re). split; auto. cbn. intros x x' j Rx. pose proof (B _ _ _ _ Re Rx) as Q.
    split; intros [K|[]]; left; injection K as K ->; f_equal; now apply Q.
  - destruct M as (Ma & Mb). destruct (IHa _ _ _ B Ma S) as [Qa Ia].
    assert (S' : supply R phi phi' (snd (perform phi n a))) by (eapply supply_more; [apply perform_count|exact S]).
    destruct (IHb _ _ _ B Mb S') as [Qb Ib]. rewrite !perform_compose. rewrite Qa in Qb, Ib. rewrite Qa.
    split; [exact Qb|].
    intros x x' j Rx. cbn [infl]. rewrite !in_app_iff, Qa. pose proof (Ia _ _ j Rx). pose proof (Ib _ _ j Rx). tauto.
  - destruct (proj1 S n) as [N N']; auto. pose proof (M _ _ N N') as M'.
    destruct (IH (phi n) (f' (phi' n)) _ _ (extend_bijective _ _ _ B N N') M' (supply_extend _ _ _ _ S)) as [Q In'].
    split; [exact Q|].
    intros x x' j Rx. pose proof (In' x x' j (or_introl Rx)) as K. rewrite !infl_new. cbn [fst].
    assert (x <> phi n) by (intros ->; eapply N; eauto). assert (x' <> phi' n) by (intros ->; eapply N'; eauto). tauto.
  - split; auto. cbn. tauto.
  - split; auto. cbn. tauto.
Qed.

(** Every program is parametric in entities, its literals being known. *)
Section Programs.
Context `{Opaque}.

Lemma vrel_refl_atom R k k' : vrel R k k' -> forall a, k = Atom a <-> k' = Atom a.
Proof. destruct k, k'; cbn; try tauto; intros Q b; split; congruence || discriminate. Qed.

Lemma eval1_rel R o k k' : vrel R k k' -> orel R (eval1 o k) (eval1 o k').
Proof.
  intros K. destruct o.
  4: { revert k k' K. cbn. induction j as [|j IH]; intros [] [] K; cbn in *; try tauto; try (now apply IH). }
  all: destruct k as [a|e| |k r], k' as [a'|e'| |k' r']; cbn in K; try tauto; try (exact Logic.I); subst; cbn;
    destruct a' as [ |b|z|x|t]; cbn; auto; try destruct (in_64_bits _); try destruct (opaque1 _ _); cbn; auto.
Qed.
Lemma eval2_rel R o a a' b b' : vrel R a a' -> vrel R b b' -> orel R (eval2 o a b) (eval2 o a' b').
Proof.
  intros A B. destruct a as [x|x| |x u], a' as [x'|x'| |x' u']; cbn in A; try tauto; subst; cbn;
    destruct b as [y|y| |y v], b' as [y'|y'| |y' v']; cbn in B; try tauto; subst; cbn; auto; try (destruct x'; cbn;
      auto; fail).
  destruct x'; cbn; try (destruct (opaque2 _ _ _); cbn; auto; fail).
  destruct y'; cbn; try (destruct (opaque2 _ _ _); cbn; auto; fail).
  match goal with |- orel R (option_map Atom ?x) _ => destruct x; cbn; auto end.
Qed.
Lemma equal_rel R : bijective R -> forall a a' b b', vrel R a a' -> vrel R b b' -> equal a b = equal a' b'.
Proof.
  intros Bi. induction a as [x|x| |x IHx u IHu]; intros [x'|x'| |x' u'] [y|y| |y v] [y'|y'| |y' v']; cbn; try tauto;
    intros A B; subst; auto.
  - apply eq_true_iff_eq. rewrite !entity_eqb_spec. now apply Bi.
  - destruct A, B. f_equal; auto.
Qed.
Lemma vrel_mono (P Q : rel) : (forall a a', P a a' -> Q a a') -> forall k k', vrel P k k' -> vrel Q k k'.
Proof. intros M. induction k as [a|e| |k IH r IH']; intros [a'|e'| |k' r']; cbn; auto. intros [A B]. auto. Qed.
Lemma orel_mono (P Q : rel) : (forall a a', P a a' -> Q a a') -> forall o o', orel P o o' -> orel Q o o'.
Proof. intros M [k|] [k'|]; cbn; auto. now apply vrel_mono. Qed.

Definition rrel R (r r' : env) := Forall2 (orel R) r r'.
Lemma nth_error_rel R r r' n : rrel R r r' -> match nth_error r n, nth_error r' n with
  | Some o, Some o' => orel R o o' | None, None => True | _, _ => False end.
Proof. intros F. revert n.
  induction F as [|o o' r r' O F IH]; intros [|n]; cbn; try exact Logic.I; [exact O|apply IH]. Qed.
Lemma rrel_snoc R r r' o o' : rrel R r r' -> orel R o o' -> rrel R (r ++ [o]) (r' ++ [o']).
Proof. intros F O. apply Forall2_app; auto. Qed.

Lemma fold_val_rel R f f' : (forall x x' y y', vrel R x x' -> vrel R y y' -> orel R (f x y) (f' x' y')) ->
  forall l l' a a', vrel R l l' -> vrel R a a' -> orel R (fold_val f l a) (fold_val f' l' a').
Proof.
  intros F. induction l as [b|e| |x _ l IH]; intros [b'|e'| |x' l'] a a' L A; cbn in L |- *; try tauto; auto.
  destruct L as [Rx Rl]. specialize (F x x' a a' Rx A). destruct (f x a), (f' x' a'); cbn in F |- *; try tauto. auto.
Qed.

Lemma tval_rel (R : rel) t : bijective R -> (forall n, R (Init n) (Init n)) -> forall r r', rrel R r r' ->
  orel R (tval r t) (tval r' t).
Proof.
  intros Bi L.
  induction t as [a|n|n|o a IHa|o a IHa b IHb|a IHa b IHb|b IHb t IHt f IHf|a IHa t IHt|n t IHt f IHf|n| |a IHa f IHf
    |l IHl a IHa t IHt];
    intros r r' F; cbn [tval].
  - reflexivity.
  - apply L.
  - pose proof (nth_error_rel R r r' n F) as K. destruct (nth_error r n), (nth_error r' n); cbn; tauto.
  - specialize (IHa r r' F). destruct (tval r a), (tval r' a); cbn in *; try tauto. now apply eval1_rel.
  - specialize (IHa r r' F). specialize (IHb r r' F).
    destruct (tval r a), (tval r' a), (tval r b), (tval r' b); cbn in *; try tauto.
    now apply eval2_rel.
  - specialize (IHa r r' F). specialize (IHb r r' F).
    destruct (tval r a), (tval r' a), (tval r b), (tval r' b); cbn in *; try tauto.
    now rewrite (equal_rel R Bi _ _ _ _ IHa IHb).
  - specialize (IHb r r' F).
    destruct (tval r b) as [[a|e| |k s]|], (tval r' b) as [[a'|e'| |k' s']|]; cbn in IHb; try tauto; try exact Logic.I.
    subst. destruct a' as [ |[]| | |]; auto; exact Logic.I.
  - specialize (IHa r r' F). destruct (tval r a), (tval r' a); cbn in *; try tauto. apply IHt, rrel_snoc; auto.
  - pose proof (nth_error_rel R r r' n F) as K.
    destruct (nth_error r n) as [[k|]|], (nth_error r' n) as [[k'|]|]; cbn in K; try tauto; auto.
    apply IHt, rrel_snoc; auto.
  - pose proof (nth_error_rel R r r' n F) as K.
    destruct (nth_error r n) as [[k|]|], (nth_error r' n) as [[k'|]|]; cbn in *; tauto.
  - exact Logic.I.
  - specialize (IHa r r' F). specialize (IHf r r' F).
    destruct (tval r a), (tval r' a), (tval r f), (tval r' f); cbn in *; tauto.
  - specialize (IHl r r' F). specialize (IHa r r' F).
    destruct (tval r l), (tval r' l), (tval r a), (tval r' a); cbn [orel] in *; try tauto.
    apply fold_val_rel; auto. intros x x' y y' Rx Ry. apply IHt, Forall2_app; auto.
Qed.

Lemma sval_rel s : forall (R : rel) r r', bijective R -> (forall n, R (Init n) (Init n)) -> rrel R r r' ->
  mrel R (sval r s) (sval r' s).
Proof.
  induction s as [|i e k|i e|a IHa b IHb|b t IHt f IHf|a s IHs|n t IHt f IHf|s IHs]; intros R r r' B L F; cbn [sval];
    try (cbn; auto; fail).
  - pose proof (tval_rel R e B L r r' F) as E. pose proof (tval_rel R k B L r r' F) as K.
    destruct (tval r e) as [[a|x| |u v]|], (tval r' e) as [[a'|x'| |u' v']|]; cbn in E; try tauto; try exact Logic.I.
    destruct (tval r k), (tval r' k); cbn in K; try tauto; cbn; auto.
  - pose proof (tval_rel R e B L r r' F) as E.
    destruct (tval r e) as [[a|x| |u v]|], (tval r' e) as [[a'|x'| |u' v']|]; cbn in E; try tauto; try exact Logic.I.
    cbn; auto.
  - pose proof (tval_rel R b B L r r' F) as K.
    destruct (tval r b) as [[a|e| |k s]|], (tval r' b) as [[a'|e'| |k' s']|]; cbn in K; try tauto; try exact Logic.I.
    subst. destruct a' as [ |[]| | |]; auto; exact Logic.I.
  - pose proof (tval_rel R a B L r r' F) as K. destruct (tval r a), (tval r' a); cbn in K; try tauto; try exact Logic.I.
    apply IHs; auto. apply rrel_snoc; auto.
  - pose proof (nth_error_rel R r r' n F) as K.
    destruct (nth_error r n) as [[k|]|], (nth_error r' n) as [[k'|]|]; cbn in K; try tauto; try exact Logic.I; auto.
    apply IHt; auto. apply rrel_snoc; auto.
  - cbn. intros x x' N N'. apply IHs.
    + now apply extend_bijective.
    + intros n. left. apply L.
    + apply rrel_snoc; [|now right]. clear -F. induction F as [|o o' r r' Q F IH]; constructor; auto.
      eapply orel_mono; [|exact Q]. intros; now left.
Qed.

(** [influence/new]: infl(f_s(r)) is, at known entities, the same for all fresh entities. So it is the intersection. *)
Theorem influence_of_fresh q w s es cs (X : entity -> Prop) phi phi' (l : entity * nat) :
  (forall n, X (Init n)) -> Forall X es -> cells_within X cs ->
  (forall j, ~ X (phi j) /\ ~ X (phi' j)) -> (forall j k, phi j = phi k -> j = k) -> (forall j k, phi' j = phi' k ->
    j = k) ->
  X (fst l) -> In l (@infl names phi 0 (f_ (program_system q w s) es cs)) <-> In l (@infl names phi' 0 (f_
    (program_system q w s) es cs)).
Proof.
  intros L He Hw F I1 I2 Hl. destruct l as [e i]. pose (R := fun a a' : entity => a = a' /\ X a).
  assert (B : bijective R) by (intros a a' b b' [-> _] [-> _]; tauto).
  assert (forall k, Value_within X k -> vrel R k k) as K.
  { induction k as [a|x| |k IH r IH']; cbn; intros W; auto; split.
    - auto.
    - apply W. now left.
    - apply IH. intros x M. apply W, in_app_iff. auto.
    - apply IH'. intros x M. apply W, in_app_iff. auto. }
  assert (M : mrel R (sval (bound es cs) s) (sval (bound es cs) s)).
  { apply sval_rel; auto.
    - intros n. split; auto.
    - assert (rwithin X (bound es cs)) as W by now apply bound_within. clear -W K. unfold rwithin in W.
      induction (bound es cs) as [|[k|] r IH]; constructor; cbn; auto.
      + apply K, W. now left.
      + apply IH. intros k' M. apply W. now right.
      + apply IH. intros k' M. apply W. now right. }
  apply (mrel_infl phi phi' _ _ R 0 B M); [|now split].
  split; [|auto]. intros j _. destruct (F j) as [F1 F2]. split; intros y [Q U]; subst; auto.
Qed.
End Programs.
