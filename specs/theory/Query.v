(** Queries and query vectors (sections 3.2 and 3.3), conditions (D17), and the order of matches (D1). *)
From Coq Require Import List Setoid Permutation Arith Lia Sorted Bool.
From CoreECS Require Export Entity Grammar Order.
Import ListNotations.
Arguments get : simpl never.

(** ** Labels and component values are parameters. *)
Class Values := {
  Label : Type; Value : Type;
  Label_dec : forall a b : Label, {a = b} + {a <> b};
  Value_dec : forall a b : Value, {a = b} + {a <> b};
  mentions : Value -> list entity;                        (* the entities that a value holds *)
  rename : (entity -> entity) -> Value -> Value;          (* the value with its entities renamed (D10) *)
  rename_id f k : (forall e, In e (mentions k) -> f e = e) -> rename f k = k;
  rename_ext f g k : (forall e, In e (mentions k) -> f e = g e) -> rename f k = rename g k;
  rename_comp f g k : rename f (rename g k) = rename (fun e => f (g e)) k;
  mentions_rename f k : mentions (rename f k) = map f (mentions k);
}.
Definition Value_within `{Values} (X : entity -> Prop) k := forall e, In e (mentions k) -> X e.

#[export, refine] Instance names `{Values} : Names := {
  E := entity; I := Label; V := Value; E_dec := entity_dec; I_dec := Label_dec; fresh := Created; fresh_inj := _;
  within := Value_within; within_mono := _;
}.
Proof.
  - intros ? ? ? ? ? ? [=]. auto.
  - intros X Y k M K e N. auto.
Defined.

Ltac dg G := match goal with |- context [match ?g with Some _ => _ | None => _ end] => destruct g eqn:G end.

Section Queries.
Context `{Values}.

Inductive constraint := incl (i : Label) | excl (i : Label) | anyway (i : Label) | both (q q' : constraint).
(** [result/incl], [result/excl], [result/anyway], [result/and],
  [result/vector]: a component result is a list with a cell
    for each constraint (D16). Types of values are not part of the theory. *)
Definition cells := list (option Value).

(** [state/live] *)
Definition has (c : state) (l : E * I) := match get c l with Some _ => true | None => false end.
Definition alive (c : state) (e : entity) : bool := existsb (fun x => entity_eqb (fst (fst x)) e && has c (fst x)) c.
Definition live (c : state) : list entity := filter (alive c) (sort (map (fun x => fst (fst x)) c)).

Lemma get_in c l k : get c l = Some k -> exists v, In (l, v) c.
Proof.
  unfold get, at_. destruct (last loc_dec c l) eqn:Q; [|discriminate]. intros _. apply (last_in loc_dec c l).
  congruence.
Qed.
Lemma alive_spec c e : alive c e = true <-> exists i k, get c (e, i) = Some k.
Proof.
  unfold alive. rewrite existsb_exists. split.
  - intros (((e', i) & v) & M & K). cbn in K. apply andb_true_iff in K as [Q K].
    apply (proj1 (entity_eqb_spec e' e)) in Q. subst e'. exists i. unfold has in K. cbn in K.
    match type of K with match ?g with _ => _ end = _ => destruct g as [k|] eqn:G end; [exists k;
      exact G|discriminate K].
  - intros (i & k & G). pose proof (get_in _ _ _ G) as [v M]. exists ((e, i), v). split; auto. apply andb_true_intro.
    split.
    + exact (proj2 (entity_eqb_spec e e) eq_refl).
    + unfold has. change (fst (e, i, v)) with (e, i). now rewrite G.
Qed.
Lemma live_spec c e : In e (live c) <-> exists i k, get c (e, i) = Some k.
Proof.
  unfold live. rewrite filter_In, sort_in, alive_spec. split; [tauto|]. intros (i & k & G). split; eauto.
  apply get_in in G as [v G]. apply in_map_iff. exists ((e, i), v). auto.
Qed.
Lemma live_ascending c : ascending (live c).
Proof.
  assert (forall l, ascending l -> ascending (filter (alive c) l)) as K; [|apply K, sort_sorted].
  intros l S. induction S as [|x l S IH F]; cbn; [constructor|]. destruct (alive c x); auto. constructor; auto.
  rewrite Forall_forall in *. intros y Y. apply filter_In in Y as [Y _]. auto.
Qed.

(** [query/incl], [query/excl], [query/anyway], [query/and]: [[q]]c (e) *)
Fixpoint eval q (c : state) e : option cells := match q with
  | incl i => match get c (e, i) with Some k => Some [Some k] | None => None end
  | excl i => match get c (e, i) with Some _ => None | None => if alive c e then Some [None] else None end
  | anyway i => match get c (e, i) with Some k => Some [Some k] | None => if alive c e then Some [None] else None end
  | both q q' => match eval q c e, eval q' c e with Some w, Some w' => Some (w ++ w') | _, _ => None end
  end.

(** [query/vector]: [[q]]c, in lexicographic order (D1). A vector of no queries has one match (D15). *)
Fixpoint matches qs (c : state) : list (list entity * cells) := match qs with
  | [] => [([], [])]
  | q :: qs => flat_map (fun e => match eval q c e with
      | Some w => map (fun r => (e :: fst r, w ++ snd r)) (matches qs c)
      | None => [] end) (live c)
  end.
Fixpoint matches_at qs (c : state) es : option cells := match qs, es with
  | [], [] => Some []
  | q :: qs, e :: es => match eval q c e, matches_at qs c es with Some w, Some ws => Some (w ++ ws) | _, _ => None end
  | _, _ => None
  end.

Lemma same_alive c c' e : c == c' -> alive c e = alive c' e.
Proof.
  intros Q. apply eq_iff_eq_true. rewrite !alive_spec. split; intros (i & k & G); exists i, k.
  - unfold get in *. now rewrite <- Q.
  - unfold get in *. now rewrite Q.
Qed.
Lemma same_live c c' : c == c' -> live c = live c'.
Proof.
  intros Q. apply ascending_unique; try apply live_ascending. intros e. rewrite !live_spec.
  split; intros (i & k & G); exists i, k.
  - unfold get in *. now rewrite <- Q.
  - unfold get in *. now rewrite Q.
Qed.
Lemma same_eval q c c' e : c == c' -> eval q c e = eval q c' e.
Proof.
  intros Q. assert (G : forall l, get c l = get c' l) by exact Q.
  induction q as [i|i|i|q IH q' IH']; cbn; rewrite ?G, ?(same_alive _ _ e Q), ?IH, ?IH'; auto.
Qed.
Lemma same_matches qs c c' : c == c' -> matches qs c = matches qs c'.
Proof.
  intros Q. induction qs as [|q qs IH]; cbn; auto. rewrite (same_live _ _ Q). apply flat_map_ext. intros e.
  now rewrite (same_eval _ _ _ _ Q), IH.
Qed.

Lemma eval_live q c e w : eval q c e = Some w -> In e (live c).
Proof.
  rewrite live_spec. revert w. induction q as [i|i|i|q IH q' IH']; cbn; intros w.
  - dg G; [eauto|discriminate].
  - dg G; [discriminate|]. destruct (alive c e) eqn:A; [|discriminate]. intros _. now apply alive_spec.
  - dg G; [eauto|]. destruct (alive c e) eqn:A; [|discriminate]. intros _. now apply alive_spec.
  - destruct (eval q c e); [eauto|discriminate].
Qed.

Lemma matches_spec qs c : forall es w, matches_at qs c es = Some w <-> In (es, w) (matches qs c).
Proof.
  induction qs as [|q qs IH]; intros es w; cbn.
  - destruct es; cbn; split; try discriminate; try (intros [K|[]]; inversion K; auto; fail).
    intros K; inversion K; auto.
  - rewrite in_flat_map. split.
    + destruct es as [|e es]; [discriminate|]. destruct (eval q c e) as [u|] eqn:Ev; [|discriminate].
      destruct (matches_at qs c es) as [us|] eqn:M; [|discriminate]. intros [= <-]. exists e.
      split; [eapply eval_live; eauto|].
      rewrite Ev. apply in_map_iff. exists (es, us). split; auto. now apply IH.
    + intros (e & L & K). destruct (eval q c e) as [u|] eqn:Ev; [|destruct K].
      apply in_map_iff in K as ((es' & us) & Q & K). cbn in Q. injection Q as <- <-.
      apply IH in K. cbn. now rewrite Ev, K.
Qed.

Lemma matches_nodup qs c : NoDup (map fst (matches qs c)).
Proof.
  induction qs as [|q qs IH]; cbn; [repeat constructor; auto|].
  pose proof (ascending_nodup _ (live_ascending c)) as N.
  induction N as [|e l Ne N IHl]; cbn; [constructor|]. rewrite map_app. apply NoDup_app. split; [|split; auto].
  - destruct (eval q c e); [|constructor]. rewrite map_map. cbn. rewrite <- (map_map fst (cons e)).
    apply FinFun.Injective_map_NoDup; auto. intros ? ? [=]; auto.
  - intros es K K'. destruct (eval q c e); [|destruct K]. rewrite map_map in K. apply in_map_iff in K as (r & <- & K).
    apply in_map_iff in K' as ((x & w) & Q & K'). cbn in Q. subst. apply in_flat_map in K' as (e' & L & K').
    destruct (eval q c e'); [|destruct K']. apply in_map_iff in K' as (r' & [= <- _ _] & _). auto.
Qed.

Definition cells_within (X : entity -> Prop) (w : cells) := forall k, In (Some k) w -> Value_within X k.

Lemma eval_within (X : entity -> Prop) q c e w : cwithin X c -> eval q c e = Some w -> X e /\ cells_within X w.
Proof.
  intros C Ev. split.
  - apply eval_live in Ev. apply live_spec in Ev as (i & k & G). exact (proj1 (C _ _ G)).
  - revert w Ev. unfold cells_within. induction q as [i|i|i|q IH q' IH']; cbn; intros w.
    + dg G; [|discriminate]. intros [= <-] k [[= <-]|[]]. exact (proj2 (C _ _ G)).
    + dg G; [discriminate|]. destruct (alive c e); [|discriminate]. intros [= <-] k [[=]|[]].
    + dg G; [|destruct (alive c e); [|discriminate]].
      * intros [= <-] k [[= <-]|[]]. exact (proj2 (C _ _ G)).
      * intros [= <-] k [[=]|[]].
    + destruct (eval q c e) as [u|]; [|discriminate]. destruct (eval q' c e) as [u'|]; [|discriminate].
      intros [= <-] k K. apply in_app_or in K as [K|K]; eauto.
Qed.
Lemma matches_within (X : entity -> Prop) qs c : forall es w, cwithin X c -> In (es, w) (matches qs c) ->
  Forall X es /\ cells_within X w.
Proof.
  intros es w C K. apply matches_spec in K. revert es w K.
  induction qs as [|q qs IH]; intros [|e es] w; cbn; try discriminate.
  - intros [= <-]. split; [constructor|intros k []].
  - destruct (eval q c e) as [u|] eqn:Ev; [|discriminate].
    destruct (matches_at qs c es) as [us|] eqn:M; [|discriminate].
    intros [= <-]. destruct (IH _ _ M) as [F Ws], (eval_within _ _ _ _ _ C Ev) as [Xe Wu]. split; [now constructor|].
    intros k K. apply in_app_or in K as [K|K]; auto.
Qed.

(** ** Systems with conditions: [query/where], D17. A condition may be undefined. *)
Record sys := {
  q_ : list constraint;
  where_ : list entity -> cells -> option bool;
  f_ : list entity -> cells -> mutation;
}.
Definition everywhere (es : list entity) (w : cells) : option bool := Some true.

(** A match whose condition is undefined has no cells. *)
Definition filtered s (r : list entity * cells) : list (list entity * option cells) := match where_ s (fst r) (snd r)
  with
  | Some true => [(fst r, Some (snd r))]
  | Some false => []
  | None => [(fst r, None)]
  end.
Definition query_where s c := flat_map (filtered s) (matches (q_ s) c).
Definition look_where s c es := match matches_at (q_ s) c es with
  | Some w => match where_ s es w with Some true => Some (Some w) | Some false => None | None => Some None end
  | None => None
  end.

Theorem query_where_spec s c es w : In (es, Some w) (query_where s c) <-> In (es, w) (matches (q_ s) c) /\
  where_ s es w = Some true.
Proof.
  unfold query_where, filtered. rewrite in_flat_map. split.
  - intros ((es' & w') & M & K). cbn in K. destruct (where_ s es' w') as [[]|] eqn:Q; cbn in K; intuition congruence.
  - intros [M Q]. exists (es, w). split; auto. cbn. rewrite Q. now left.
Qed.
(** Without a condition, [[q where phi]]c is [[q]]c. *)
Theorem query_everywhere q f c : query_where {| q_ := q; where_ := everywhere; f_ := f |} c =
  map (fun r => (fst r, Some (snd r))) (matches q c).
Proof. unfold query_where. cbn. induction (matches q c) as [|r l IH]; cbn; congruence. Qed.

Lemma look_where_spec s c es w : look_where s c es = Some w <-> In (es, w) (query_where s c).
Proof.
  unfold look_where, query_where, filtered. rewrite in_flat_map. split.
  - destruct (matches_at (q_ s) c es) as [u|] eqn:M; [|discriminate]. apply matches_spec in M. intros Q. exists (es, u).
    split; auto. cbn. destruct (where_ s es u) as [[]|]; try discriminate; injection Q as <-; cbn; auto.
  - intros ((es' & u) & M & K). cbn in K. apply matches_spec in M.
    destruct (where_ s es' u) as [[]|] eqn:Q; cbn in K; intuition; inversion H0; subst; now rewrite M, Q.
Qed.

Lemma query_where_nodup s c : NoDup (map fst (query_where s c)).
Proof.
  unfold query_where. pose proof (matches_nodup (q_ s) c) as N. revert N. generalize (matches (q_ s) c). intros l.
  induction l as [|r l IH]; cbn; intros N; auto. inversion N; subst. rewrite map_app. apply NoDup_app.
  split; [|split; auto].
  - unfold filtered. destruct (where_ s (fst r) (snd r)) as [[]|]; cbn; repeat constructor; auto.
  - intros es K K'. assert (es = fst r) as -> by (unfold filtered in K; destruct (where_ s (fst r) (snd r)) as [[]|];
      cbn in K; intuition).
    apply H2. apply in_map_iff in K' as ((x & w) & Q & K'). cbn in Q. subst. apply in_flat_map in K' as (r' & M & K').
    apply in_map_iff. exists r'. split; auto. unfold filtered in K'.
    destruct (where_ s (fst r') (snd r')) as [[]|]; cbn in K'; intuition; congruence.
Qed.

#[export, refine] Instance language : Language := {
  W := option cells; system := sys;
  query := query_where; look := look_where;
  body s es w := match w with Some w => f_ s es w | None => undefined end;
  faulty w := match w with Some _ => false | None => true end;
  wwithin X w := match w with Some w => cells_within X w | None => True end;
  query_same := _; query_nodup := query_where_nodup; look_spec := look_where_spec; query_within := _;
  faulty_within := _; faulty_undefined := _;
}.
Proof.
  - intros s c c' Q. unfold query_where. now rewrite (same_matches _ _ _ Q).
  - intros s X c es w C K. unfold query_where in K. apply in_flat_map in K as ((es' & u) & M & K).
    destruct (matches_within X _ c _ _ C M) as [F U]. unfold filtered in K. cbn in K.
    destruct (where_ s es' u) as [[]|]; cbn in K; intuition; inversion H0; subst; auto.
  - intros X [w|]; [discriminate|auto].
  - intros s e [w|]; [discriminate|auto].
Defined.

End Queries.
