(** Certificates (specs/reference/files.md): claims about a schedule with their evidence, and a checker. What it accepts
    is true. It leaves out what a run-time error says. *)
From Coq Require Import List Arith Bool Permutation Lia.
From CoreECS Require Export Oracle.
Import ListNotations.

(** ** The data. An invocation is named by its leaf and its entities. *)
Definition name := (nat * list entity)%type.
Definition place := (entity * nat)%type.
Record writer := { by_ : name; leaves_ : option val }.
Record contest := { at_place : place; writers_ : list writer }.
Record claimed_run := { order_of : list name; end_of : @state names }.

Inductive claim :=
  | Disjoint
  | Overlap (rule : nat) (l : place) (u v : name)
  | Safe_agreement (contested : list contest)
  | Conflict (l : place) (u v : writer)
  | Deterministic_safe
  | Deterministic_agreement (contested : list contest)
  | Deterministic_exploration (ends : list (@state names))
  | Linearizations (l : place) (u v : writer) (a b : claimed_run)
  | Hereditary
  | Confluent_exploration (ends : list (@state names))
  | Runs (l : place) (a b : claimed_run)
  | Fails (order : list name) (b : claimed_run).

(** What a claim says about the schedule z at the state c. [Hereditary] rests on another claim, that z is
    deterministic. *)
Definition says (c : @state names) z (k : claim) : Prop := match k with
  | Disjoint => safe_by_rule c z 0
  | Overlap _ _ _ _ => ~ safe_by_rule c z 0
  | Safe_agreement _ => safe_at c z 0
  | Conflict _ _ _ => ~ safe_at c z 0
  | Deterministic_safe | Deterministic_agreement _ | Deterministic_exploration _ => deterministic_d10 c z 0
  | Linearizations _ _ _ _ _ => ~ deterministic_d10 c z 0
  | Hereditary => deterministic_d10 c z 0 -> confluent_d10 c z 0
  | Confluent_exploration _ => confluent_d10 c z 0
  | Runs _ _ _ | Fails _ _ => ~ confluent_d10 c z 0
  end.

Definition v_dec : forall a b : @V names, {a = b} + {a <> b} := val_dec.

(** ** Names *)
Fixpoint entities_eqb (x y : list entity) := match x, y with
  | [], [] => true
  | a :: x, b :: y => entity_eqb a b && entities_eqb x y
  | _, _ => false
  end.
Definition name_eqb (k k' : name) := (fst k =? fst k') && entities_eqb (snd k) (snd k').
Lemma entities_eqb_spec x : forall y, entities_eqb x y = true <-> x = y.
Proof.
  induction x as [|a x IH]; intros [|b y]; cbn; try (split; congruence).
  rewrite andb_true_iff, entity_eqb_spec, IH. split; [intros [-> ->]|intros [= -> ->]]; auto.
Qed.
Lemma name_eqb_spec k k' : name_eqb k k' = true <-> k = k'.
Proof.
  destruct k as [n x], k' as [m y]. unfold name_eqb. cbn [fst snd].
  rewrite andb_true_iff, Nat.eqb_eq, entities_eqb_spec.
  split; [intros [-> ->]|intros [= -> ->]]; auto.
Qed.

Section Names.
Context {A : Type} (key : A -> name).
Definition named_in (k : name) l := existsb (fun a => name_eqb k (key a)) l.
Definition find_in (k : name) l := find (fun a => name_eqb k (key a)) l.
Lemma find_spec k l a : find_in k l = Some a -> In a l /\ key a = k.
Proof. intros F. apply find_some in F as [M Q]. apply name_eqb_spec in Q. auto. Qed.

(** u <=_z v, where each element is the only one of its name *)
Fixpoint leb t (a b : A) : bool := match t with
  | Empty => false
  | Leaf u => name_eqb (key a) (key u) && name_eqb (key b) (key u)
  | Par x y => leb x a b || leb y a b
  | Then x y => leb x a b || leb y a b || (named_in (key a) (elems x) && named_in (key b) (elems y))
  end.
Definition sole t a := forall u, In u (elems t) -> key a = key u -> a = u.
Lemma sole_of t a : NoDup (map key (elems t)) -> In a (elems t) -> sole t a.
Proof.
  unfold sole. generalize (elems t). intros l. induction l as [|v l IH]; cbn; [tauto|]. intros N Ha u Hu Q.
  inversion N; subst.
  destruct Ha as [->|Ha], Hu as [->|Hu]; auto; exfalso; match goal with X : ~ _ |- _ => apply X end;
    [rewrite Q|rewrite <- Q]; now apply in_map.
Qed.
Lemma named_in_spec a t : sole t a -> named_in (key a) (elems t) = true <-> In a (elems t).
Proof.
  intros S. unfold named_in. rewrite existsb_exists. split.
  - intros (u & M & Q). apply name_eqb_spec in Q. now rewrite (S u M Q).
  - intros M. exists a. split; auto. now apply name_eqb_spec.
Qed.
Lemma leb_spec t a b : sole t a -> sole t b -> leb t a b = true <-> le t a b.
Proof.
  induction t as [|u|x IHx y IHy|x IHx y IHy]; intros Sa Sb.
  - split; [discriminate|intros []].
  - cbn [leb le]. rewrite andb_true_iff, !name_eqb_spec. split.
    + intros [Qa Qb]. split; [apply Sa|apply Sb]; cbn; auto.
    + intros [-> ->]. auto.
  - assert (forall u, sole (Par x y) u -> sole x u /\ sole y u) as K.
    { intros u S. split; intros v M; apply S; cbn; apply in_app_iff; auto. }
    destruct (K a Sa), (K b Sb). cbn [leb le]. now rewrite orb_true_iff, IHx, IHy.
  - assert (forall u, sole (Then x y) u -> sole x u /\ sole y u) as K.
    { intros u S. split; intros v M; apply S; cbn; apply in_app_iff; auto. }
    destruct (K a Sa), (K b Sb). cbn [leb le].
    rewrite !orb_true_iff, andb_true_iff, IHx, IHy, !named_in_spec by auto. tauto.
Qed.
Definition concurrentb t a b := negb (leb t a b) && negb (leb t b a).
Lemma concurrentb_spec t a b : NoDup (map key (elems t)) -> In a (elems t) -> In b (elems t) ->
  concurrentb t a b = true <-> concurrent t a b.
Proof.
  intros N Ha Hb. unfold concurrentb, concurrent. rewrite andb_true_iff, !negb_true_iff, <- !not_true_iff_false.
  rewrite !leb_spec by now apply sole_of. tauto.
Qed.

(** The elements of these names, each once *)
Fixpoint nodupb (l : list name) := match l with [] => true | k :: l => negb (existsb (name_eqb k) l) && nodupb l end.
Lemma nodupb_spec l : nodupb l = true -> NoDup l.
Proof.
  induction l as [|k l IH]; cbn; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [Q N]. constructor; auto.
  intros M. assert (existsb (name_eqb k) l = true); [|congruence]. apply existsb_exists. exists k. split; auto.
  now apply name_eqb_spec.
Qed.
Fixpoint elements l (ks : list name) : option (list A) := match ks with
  | [] => Some []
  | k :: ks => match find_in k l, elements l ks with Some a, Some r => Some (a :: r) | _, _ => None end
  end.
Definition all_elements l ks := if nodupb ks && (length ks =? length l) then elements l ks else None.
Lemma elements_spec l ks : forall r, elements l ks = Some r -> map key r = ks /\ List.incl r l.
Proof.
  induction ks as [|k ks IH]; cbn; intros r Q; [injection Q as <-; split; auto; intros ? []|].
  destruct (find_in k l) as [a|] eqn:F; [|discriminate]. destruct (elements l ks) as [s|]; [|discriminate].
  injection Q as <-. destruct (IH s eq_refl) as [<- I]. apply find_spec in F as [M <-]. split; auto.
  intros u [<-|U]; auto.
Qed.
Lemma all_elements_spec l ks r : all_elements l ks = Some r -> map key r = ks /\ Permutation r l.
Proof.
  unfold all_elements. destruct (nodupb ks && (length ks =? length l)) eqn:C; [|discriminate]. intros Q.
  apply andb_true_iff in C as [N L]. apply Nat.eqb_eq in L. apply elements_spec in Q as [<- I]. split; auto.
  apply nodupb_spec in N. rewrite map_length in L. apply NoDup_Permutation_bis; auto; [|lia].
  now apply NoDup_map_inv in N.
Qed.
End Names.

(** A list of names that is a linearization *)
Section Linearization.
Context {A : Type} (key : A -> name).
Fixpoint respects t (l : list A) := match l with
  | [] => true
  | a :: l => forallb (fun b => negb (leb key t b a)) l && respects t l
  end.
Definition linearization_of t ks := match all_elements key (elems t) ks with
  | Some l => if respects t l then Some l else None
  | None => None
  end.
Lemma linearization_of_spec t ks l : NoDup (map key (elems t)) -> linearization_of t ks = Some l -> linearization t l.
Proof.
  unfold linearization_of. intros N. destruct (all_elements key (elems t) ks) as [r|] eqn:Q; [|discriminate].
  destruct (respects t r) eqn:R; [|discriminate]. intros [= <-]. apply all_elements_spec in Q as [_ P]. split; auto.
  assert (forall a, In a r -> sole key t a) as S.
  { intros a Ha. apply sole_of; auto. eapply Permutation_in; eauto. }
  clear P. induction r as [|a r IH]; cbn in R; constructor; apply andb_true_iff in R as [F R].
  - rewrite forallb_forall in F. apply Forall_forall. intros b Hb L. specialize (F b Hb). apply negb_true_iff in F.
    apply (leb_spec key) in L; [congruence| |]; apply S; cbn; auto.
  - apply IH; auto. intros; apply S; cbn; auto.
Qed.
End Linearization.

Definition name_of (a : @occurrence names) : name := key a.

(** A list of names that is a run: leaves say on which side of || and ; an invocation is. *)
Fixpoint merge (middle : nat) (ks : list name) (l r : list occurrence) : option (list occurrence) := match ks with
  | [] => match l, r with [], [] => Some [] | _, _ => None end
  | k :: ks => if fst k <? middle
      then match l with a :: l => option_map (cons a) (merge middle ks l r) | [] => None end
      else match r with b :: r => option_map (cons b) (merge middle ks l r) | [] => None end
  end.
Lemma merge_shuffle m ks : forall l r s, merge m ks l r = Some s -> shuffle l r s.
Proof.
  induction ks as [|k ks IH]; cbn -[Nat.ltb]; intros l r s Q.
  - destruct l, r; try discriminate. injection Q as <-. constructor.
  - destruct (fst k <? m).
    + destruct l as [|a l]; [discriminate|]. destruct (merge m ks l r) eqn:M; [|discriminate]. injection Q as <-.
      constructor; auto.
    + destruct r as [|b r]; [discriminate|]. destruct (merge m ks l r) eqn:M; [|discriminate]. injection Q as <-.
      constructor; auto.
Qed.
Fixpoint run_of (c : @state names) z lf (ks : list name) : option (list occurrence) := match z with
  | conc s => all_elements name_of (map (invoke s lf) (query s c)) ks
  | seq s => Some (map (invoke s lf) (rolled s lf c))
  | par z z' =>
      let middle := lf + leaves z in
      match run_of c z lf (filter (fun k => fst k <? middle) ks), run_of c z' middle (filter (fun k =>
        negb (fst k <? middle)) ks) with
      | Some l, Some r => merge middle ks l r
      | _, _ => None
      end
  | andthen z z' =>
      let middle := lf + leaves z in
      match run_of c z lf (filter (fun k => fst k <? middle) ks) with
      | Some l => option_map (app l) (run_of (tidy loc_dec (c ++ composite upd l)) z' middle (filter (fun k =>
        negb (fst k <? middle)) ks))
      | None => None
      end
  end.
Lemma run_of_big z : forall c lf ks l, run_of c z lf ks = Some l -> big c z lf l.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn -[Nat.ltb]; intros c lf ks l Q.
  - now apply all_elements_spec in Q as [_ P].
  - congruence.
  - destruct (run_of c z lf _) as [l1|] eqn:Q1; [|discriminate].
    destruct (run_of c z' _ _) as [l2|] eqn:Q2; [|discriminate].
    exists l1, l2. repeat split; eauto. eapply merge_shuffle; eauto.
  - destruct (run_of c z lf _) as [l1|] eqn:Q1; [|discriminate].
    match type of Q with option_map _ ?r = _ => destruct r as [l2|] eqn:Q2; [|discriminate] end.
    injection Q as <-. exists l1, l2. repeat split; eauto. eapply big_same; [|eauto]. apply tidy_same.
Qed.
Definition performs (c : @state names) z (ks : list name) : option (list occurrence) := match run_of c z 0 ks with
  | Some l => if (length l =? length ks) &&
    forallb (fun p => name_eqb (fst p) (name_of (snd p))) (combine ks l) then Some l else None
  | None => None
  end.
Lemma performs_run c z ks l : performs c z ks = Some l -> run c z 0 l.
Proof.
  unfold performs. destruct (run_of c z 0 ks) as [r|] eqn:Q; [|discriminate].
  destruct (_ && _); [|discriminate]. intros [= <-]. eapply big_run, run_of_big; eauto.
Qed.

(** ** Influences of the invocations in po_c(z) *)
Section Influences.
Notation influenced := (name * list place)%type.
Definition influence_of s lf (r : list entity * option cells) : influenced := ((lf, fst r), infl_of s lf r).
Fixpoint influences (c : @state names) z lf : sp influenced := match z with
  | conc s => pars (map (influence_of s lf) (query s c))
  | seq s => thens (map (influence_of s lf) (rolled s lf c))
  | par z z' => Par (influences c z lf) (influences c z' (lf + leaves z))
  | andthen z z' => Then (influences c z lf) (influences (tidy loc_dec (advance c z lf)) z' (lf + leaves z))
  end.
Lemma influences_names z : forall c lf, map fst (elems (influences c z lf)) = map name_of (elems (po c z lf)).
Proof.
  assert (forall s lf r, map fst (map (influence_of s lf) r) = map name_of (map (invoke s lf) r)) as K.
  { intros. rewrite !map_map. reflexivity. }
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf; cbn [influences po elems].
  - now rewrite !elems_pars.
  - now rewrite !elems_thens.
  - now rewrite !map_app, IH, IH'.
  - rewrite !map_app, IH, IH'. now rewrite (@po_same names language z' _ _ _ (tidy_same loc_dec (advance c z lf))).
Qed.
Lemma influences_nodup z c lf : NoDup (map fst (elems (influences c z lf))).
Proof. rewrite influences_names. exact (@po_keys names language z c lf). Qed.

Lemma influences_at z : forall (c : @state names) lf a l, In a (elems (influences c z lf)) -> In l (snd a) ->
  In l (infl_at c z lf).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn [influences infl_at elems]; intros c lf a l;
    rewrite ?elems_pars, ?elems_thens.
  - rewrite in_map_iff. intros (r & <- & R) M. apply in_flat_map. eauto.
  - rewrite in_map_iff. intros (r & <- & R) M. apply in_flat_map. eauto.
  - rewrite !in_app_iff. intros [K|K] M; eauto.
  - rewrite !in_app_iff. intros [K|K] M; eauto. right.
    rewrite <- (infl_same z' _ _ _ (tidy_same loc_dec (advance c z lf))). eauto.
Qed.

(** Safe by rule: the influences of concurrent invocations are disjoint. *)
Theorem rules_are_about_pairs z : forall c lf, safe_by_rule c z lf -> forall a b, In a (elems (influences c z lf)) ->
  In b (elems (influences c z lf)) -> concurrent (influences c z lf) a b -> disjoint (snd a) (snd b).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf S a b Ha Hb C.
  - pose proof (concurrent_neq _ _ _ Ha C) as Ne. cbn in Ha, Hb, S. rewrite elems_pars, in_map_iff in Ha, Hb.
    destruct Ha as (r & <- & R), Hb as (r' & <- & R'). cbn. apply S; auto. congruence.
  - exfalso. exact (thens_total _ a b Ha Hb C).
  - destruct S as (S1 & S2 & D).
    pose proof (NoDup_map_inv _ _ (influences_nodup (par z z') c lf)) as N.
    destruct (concurrent_par_inv _ _ _ _ N C Ha Hb) as [(?&?&?)|[(?&?&?)|[(Ka & Kb)|(Ka & Kb)]]]; eauto.
    + intros l La Lb. eapply D; [eapply influences_at|eapply influences_at]; eauto.
    + intros l La Lb. eapply D; [eapply influences_at|eapply influences_at]; eauto.
  - destruct S as (S1 & S2). destruct (concurrent_then_inv _ _ _ _ C Ha Hb) as [(?&?&?)|(?&?&?)]; eauto.
    apply (IH' (tidy loc_dec (advance c z lf)) (lf + leaves z)); auto. eapply safe_by_rule_same; [|exact S2].
    symmetry. apply tidy_same.
Qed.
End Influences.

(** A run of these invocations, after which it can perform next what is undefined (D12) *)
Fixpoint fails_after (ks : list name) (l : list (@occurrence names)) := match ks, l with
  | [], a :: _ => negb (ok a)
  | k :: ks, a :: l => name_eqb k (name_of a) && ok a && fails_after ks l
  | _, [] => false
  end.
Lemma fails_after_spec ks : forall l, fails_after ks l = true -> forallb ok l = false.
Proof.
  induction ks as [|k ks IH]; intros [|a l]; cbn; try discriminate.
  - intros Q. apply negb_true_iff in Q. now rewrite Q.
  - rewrite !andb_true_iff. intros [_ Q]. rewrite (IH _ Q). apply andb_false_r.
Qed.

(** ** The checker *)
Definition leaves_eqb (a b : option val) := if opt_dec v_dec a b then true else false.
Definition state_eqb (c c' : @state names) := sameb v_dec c c'.

Section Checker.
Variables (c : @state names) (z : schedule) (t : sp (@occurrence names)).
Definition writes_at (a : occurrence) (l : place) := wr (upd a) l.

(** The contested locations, in order, each with its contestants in the order of the reference *)
Definition place_before (l l' : place) := before (fst l) (fst l') || (entity_eqb (fst l) (fst l') && (snd l <? snd l')).
Fixpoint insert_place l ls := match ls with
  | [] => [l]
  | x :: ls' => if place_before l x then l :: ls else if place_before x l then x :: insert_place l ls' else ls
  end.
Definition places := fold_right insert_place [] (map fst (composite upd (elems t))).
Definition writers_at l := filter (fun a => match writes_at a l with Some _ => true | None => false end) (elems t).
Definition accompanied ws := filter (fun a => existsb (concurrentb name_of t a) ws) ws.
Definition maximal_among ws := filter (fun a => forallb (fun b =>
  negb (leb name_of t a b) || name_eqb (name_of a) (name_of b)) ws) ws.
Definition several (ws : list occurrence) := match ws with [] | [_] => [] | _ => ws end.
Definition contested (of : list occurrence -> list occurrence) : list (place * list (name * option (option val))) :=
  flat_map (fun l => match of (writers_at l) with
    | [] => []
    | ws => [(l, map (fun a => (name_of a, writes_at a l)) ws)] end) places.
Fixpoint eqb_list {A B} (f : A -> B -> bool) x y := match x, y with
  | [], [] => true
  | a :: x, b :: y => f a b && eqb_list f x y
  | _, _ => false
  end.
Definition place_eqb (l l' : place) := entity_eqb (fst l) (fst l') && (snd l =? snd l').
Definition listed of (claimed : list contest) := eqb_list (fun x k => place_eqb (fst x) (at_place k) &&
  eqb_list (fun a w => name_eqb (fst a) (by_ w) &&
    match snd a with Some v => leaves_eqb v (leaves_ w) | None => false end)
    (snd x) (writers_ k)) (contested of) claimed.

(** The invocation that a writer names, if it leaves there what is claimed *)
Definition leaving l (w : writer) : option occurrence := match find_in name_of (by_ w) (elems t) with
  | Some a => match writes_at a l with Some v => if leaves_eqb v (leaves_ w) then Some a else None | None => None end
  | None => None
  end.
Definition ends_as (l : list occurrence) (r : claimed_run) := state_eqb (c ++ composite upd l) (end_of r).
Definition last_writer l (order : list occurrence) (w : writer) :=
  match rev (filter (fun a => match writes_at a l with Some _ => true | None => false end) order) with
  | a :: _ => name_eqb (name_of a) (by_ w)
  | [] => false
  end.
Definition differ (l : place) (a b : claimed_run) :=
  negb (if opt_dec v_dec (get (end_of a) l) (get (end_of b) l) then true else false) &&
    negb (alikeb (end_of a) (end_of b)).
Definition explored (ends : list (@state names)) (all : list (list occurrence)) :=
  pairsb (fun a b => negb (state_eqb a b)) ends &&
  forallb (fun l => existsb (state_eqb (c ++ composite upd l)) ends) all &&
  forallb (fun e => existsb (fun l => state_eqb (c ++ composite upd l) e) all) ends && all_alikeb ends.

Definition accepts_at (k : claim) : bool := match k with
  | Disjoint => safe_by_ruleb c z 0
  | Overlap rule l u v =>
      let i := influences c z 0 in
      match find_in fst u (elems i), find_in fst v (elems i) with
      | Some a, Some b => concurrentb fst i a b && memb l (snd a) && memb l (snd b) &&
        (rule =? (if fst u =? fst v then 3 else 4))
      | _, _ => false
      end
  | Safe_agreement listed_ => safeb v_dec t && listed accompanied listed_
  | Conflict l u v => match leaving l u, leaving l v with
      | Some a, Some b => concurrentb name_of t a b && negb (leaves_eqb (leaves_ u) (leaves_ v))
      | _, _ => false
      end
  | Deterministic_safe => safeb v_dec t
  | Deterministic_agreement listed_ =>
      deterministicb v_dec t && listed (fun ws => several (maximal_among ws)) listed_
  | Deterministic_exploration ends => explored ends (lins t)
  | Linearizations l u v a b =>
    match leaving l u, leaving l v, linearization_of name_of t (order_of a),
      linearization_of name_of t (order_of b) with
      | Some _, Some _, Some x, Some y => ends_as x a && ends_as y b && last_writer l x u && last_writer l y v &&
        differ l a b
      | _, _, _, _ => false
      end
  | Hereditary => hereditaryb t
  | Confluent_exploration ends => let all := runs c z 0 in forallb (forallb ok) all && explored ends all
  | Runs l a b => match performs c z (order_of a), performs c z (order_of b) with
      | Some x, Some y => forallb ok x && forallb ok y && ends_as x a && ends_as y b && differ l a b
      | _, _ => false
      end
  | Fails ks b => match performs c z (order_of b) with
      | Some y => forallb ok y && ends_as y b && existsb (fails_after ks) (runs c z 0)
      | None => false
      end
  end.

Hypothesis t_po : t = po c z 0.
Lemma t_keys : NoDup (map name_of (elems t)).
Proof. rewrite t_po. exact (@po_keys names language z c 0). Qed.
Lemma state_eqb_spec a b : state_eqb a b = true -> alike a b.
Proof. intros Q. apply same_alike. now apply sameb_spec in Q. Qed.
Lemma leaving_spec l w a : leaving l w = Some a -> In a (elems t) /\ wr (upd a) l = Some (leaves_ w).
Proof.
  unfold leaving, leaves_eqb, writes_at. destruct (find_in name_of (by_ w) (elems t)) as [b|] eqn:F; [|discriminate].
  destruct (wr (upd b) l) as [v|] eqn:Q; [|discriminate].
  destruct (opt_dec v_dec v (leaves_ w)) as [->|]; [|discriminate].
  intros [= <-]. apply find_spec in F as [M _]. auto.
Qed.
Lemma explored_alike ends all : explored ends all = true ->
  forall l l', In l all -> In l' all -> alike (c ++ composite upd l) (c ++ composite upd l').
Proof.
  unfold explored. rewrite !andb_true_iff, !forallb_forall. intros [[[_ F] _] A] l l' L L'.
  pose proof (F l L) as K. pose proof (F l' L') as K'. apply existsb_exists in K as (d & D & K), K' as (d' & D' & K').
  rewrite all_alike_spec in A. apply alike_trans with d; [now apply state_eqb_spec|].
  apply alike_trans with d'; [now apply A|]. now apply alike_sym, state_eqb_spec.
Qed.
Lemma differ_ends l a b x y : differ l a b = true -> ends_as x a = true -> ends_as y b = true ->
  ~ alike (c ++ composite upd x) (c ++ composite upd y).
Proof.
  unfold differ. rewrite andb_true_iff, !negb_true_iff. intros [_ D] X Y K. apply state_eqb_spec in X, Y.
  assert (alikeb (end_of a) (end_of b) = true); [|congruence]. apply alike_decided.
  apply alike_trans with (c ++ composite upd x); [now apply alike_sym|].
  apply alike_trans with (c ++ composite upd y); auto.
Qed.

Lemma accepted_at k : accepts_at k = true -> says c z k.
Proof.
  pose proof t_po as P. pose proof t_keys as N. destruct k; cbn [accepts_at says]; intros Q.
  - now apply safe_by_rule_decided.
  - destruct (find_in fst u _) as [a|] eqn:Fa; [|discriminate].
    destruct (find_in fst v _) as [b|] eqn:Fb; [|discriminate].
    apply find_spec in Fa as [Ma _], Fb as [Mb _]. rewrite !andb_true_iff in Q. destruct Q as [[[C La] Lb] _].
    apply concurrentb_spec in C; auto using influences_nodup. intros S.
    apply (@memb_spec names) in La, Lb.
    exact (rules_are_about_pairs z c 0 S a b Ma Mb C l La Lb).
  - apply andb_true_iff in Q as [Q _]. rewrite P in Q. now apply safeb_spec in Q; [|apply po_nodup].
  - destruct (leaving l u) as [a|] eqn:Fa; [|discriminate]. destruct (leaving l v) as [b|] eqn:Fb; [|discriminate].
    apply leaving_spec in Fa as [Ma Wa], Fb as [Mb Wb]. apply andb_true_iff in Q as [C D].
    apply concurrentb_spec in C; auto. rewrite P in *. intros S. unfold safe_at in S. rewrite safe_locations in S.
    unfold leaves_eqb in D. destruct (opt_dec v_dec (leaves_ u) (leaves_ v)) as [|Ne]; [discriminate|].
    apply Ne. exact (S l a b _ _ Ma Mb C Wa Wb).
  - rewrite P in Q. apply safeb_spec in Q; [|apply po_nodup]. now apply safe_deterministic_d10.
  - apply andb_true_iff in Q as [Q _]. rewrite P in Q. apply deterministicb_spec in Q; [|apply po_nodup].
    now apply deterministic_exact.
  - intros l l' L L'. apply (explored_alike _ _ Q); apply lins_spec, linearization_lin; now rewrite P.
  - destruct (leaving l u); [|discriminate]. destruct (leaving l v); [|discriminate].
    destruct (linearization_of name_of t (order_of a)) as [x|] eqn:Lx; [|discriminate].
    destruct (linearization_of name_of t (order_of b)) as [y|] eqn:Ly; [|discriminate].
    rewrite !andb_true_iff in Q. destruct Q as [[[[X Y] _] _] D]. intros K.
    apply (differ_ends l a b x y D X Y), K; rewrite <- P; eapply linearization_of_spec; eauto.
  - rewrite P in Q. apply hereditary_decided in Q; [|apply po_nodup]. now apply hereditary_confluent.
  - apply andb_true_iff in Q as [O Q]. rewrite forallb_forall in O. intros l l' R R'. apply runs_spec in R, R'.
    unfold outcome. rewrite (O l R), (O l' R'). now apply (explored_alike _ _ Q).
  - destruct (performs c z (order_of a)) as [x|] eqn:Px; [|discriminate].
    destruct (performs c z (order_of b)) as [y|] eqn:Py; [|discriminate].
    rewrite !andb_true_iff in Q. destruct Q as [[[[Ox Oy] X] Y] D]. intros K. apply performs_run in Px, Py.
    specialize (K x y Px Py). unfold outcome in K. rewrite Ox, Oy in K. exact (differ_ends l a b x y D X Y K).
  - destruct (performs c z (order_of b)) as [y|] eqn:Py; [|discriminate].
    rewrite !andb_true_iff in Q. destruct Q as [[Oy _] F]. apply existsb_exists in F as (x & X & F).
    apply runs_spec in X. apply performs_run in Py. apply fails_after_spec in F. intros K. specialize (K x y X Py).
    unfold outcome in K. now rewrite F, Oy in K.
Qed.
End Checker.

Definition accepts (c : @state names) z (k : claim) := accepts_at c z (order_ c z 0) k.

(** What the checker accepts is true. *)
Theorem accepted_is_true c z k : accepts c z k = true -> says c z k.
Proof. apply accepted_at, order_is_po. Qed.
