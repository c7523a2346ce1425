(** Entities: initial ones are numbered, created ones are named by their occurrence (D3). Their order is that of D1. *)
From Coq Require Import List Arith Lia Sorted Bool.
Import ListNotations.

Inductive entity := Init (n : nat) | Created (leaf : nat) (es : list entity) (n : nat).

Fixpoint entity_rect' (P : entity -> Prop) (HI : forall n, P (Init n))
  (HC : forall l es n, Forall P es -> P (Created l es n)) e : P e :=
  match e with
  | Init n => HI n
  | Created l es n => HC l es n ((fix go es := match es return Forall P es with
      | [] => Forall_nil _ | e :: es => Forall_cons _ (entity_rect' P HI HC e) (go es) end) es)
  end.

(** Their order is that of these codes. *)
Fixpoint code e : list nat := match e with
  | Init n => [0; n]
  | Created l es n => 1 :: l :: length es :: flat_map code es ++ [n]
  end.

Lemma code_prefix a : forall b x y, code a ++ x = code b ++ y -> a = b /\ x = y.
Proof.
  induction a as [n|l es n IH] using entity_rect'; intros [m|l' es' m] x y; cbn; try discriminate.
  - intros [= -> ->]. auto.
  - assert (forall es' x y, length es = length es' -> flat_map code es ++ x = flat_map code es' ++ y ->
      es = es' /\ x = y) as G.
    { clear - IH. induction IH as [|e es Pe F IH]; intros [|e' es'] x y L Q; try discriminate; cbn in *; auto.
      rewrite <- !app_assoc in Q. apply Pe in Q as [-> Q]. apply IH in Q as [-> ->]; auto. }
    rewrite <- !app_assoc. cbn. intros Q. injection Q as -> L Q. apply G in Q as [-> Q]; auto.
    injection Q as -> ->. auto.
Qed.
Lemma code_inj a b : code a = code b -> a = b.
Proof. intros Q. destruct (code_prefix a b [] []); auto. now rewrite Q. Qed.

Fixpoint entity_eqb (a b : entity) : bool := match a, b with
  | Init n, Init m => n =? m
  | Created l es n, Created l' es' n' => (l =? l') && (n =? n') && (fix eqb es es' := match es, es' with
      | [], [] => true
      | e :: es, e' :: es' => entity_eqb e e' && eqb es es'
      | _, _ => false end) es es'
  | _, _ => false
  end.
Lemma entity_eqb_spec a : forall b, entity_eqb a b = true <-> a = b.
Proof.
  induction a as [n|l es n IH] using entity_rect'; intros [m|l' es' m]; cbn -[Nat.eqb]; try (split; discriminate).
  - rewrite Nat.eqb_eq. split; congruence.
  - rewrite !andb_true_iff, !Nat.eqb_eq. set (eqb := fix eqb (es es' : list entity) := _).
    assert (forall es', eqb es es' = true <-> es = es') as K.
    { clear -IH. induction IH as [|e es Pe _ IH]; intros [|e' es']; cbn; try (split; congruence).
      rewrite andb_true_iff, Pe, IH. split; [intros [-> ->]|intros [= -> ->]]; auto. }
    rewrite K. split; [intros [[-> ->] ->]|intros [= -> -> ->]]; auto.
Qed.
Definition entity_dec (a b : entity) : {a = b} + {a <> b}.
Proof.
  destruct (entity_eqb a b) eqn:Q; [left; now apply entity_eqb_spec|right].
  intros ->. rewrite (proj2 (entity_eqb_spec b b) eq_refl) in Q. discriminate.
Defined.

Fixpoint lex (a b : list nat) : bool := match a, b with
  | [], [] => false
  | [], _ => true
  | _, [] => false
  | x :: a, y :: b => (x <? y) || ((x =? y) && lex a b)
  end.
Lemma lex_irrefl a : lex a a = false.
Proof. induction a; cbn -[Nat.ltb Nat.eqb]; auto. now rewrite Nat.ltb_irrefl, Nat.eqb_refl. Qed.
Lemma lex_trans a : forall b c, lex a b = true -> lex b c = true -> lex a c = true.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z c]; cbn -[Nat.ltb Nat.eqb]; try congruence.
  rewrite !orb_true_iff, !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq. intros [|[-> L]] [|[-> L']]; try (left; lia). eauto.
Qed.
Lemma lex_total a : forall b, lex a b = false -> lex b a = false -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn -[Nat.ltb Nat.eqb]; try congruence.
  rewrite !orb_false_iff, !andb_false_iff, !Nat.ltb_ge, !Nat.eqb_neq. intros [? [?|?]] [? [?|?]]; try lia.
  f_equal; [lia|auto].
Qed.
Definition before a b := lex (code a) (code b).

(** ** Sorted sets of entities *)
Fixpoint insert e l := match l with
  | [] => [e]
  | x :: l' => if before e x then e :: l else if before x e then x :: insert e l' else l
  end.
Definition sort l := fold_right insert [] l.

Lemma insert_in e x l : In x (insert e l) <-> x = e \/ In x l.
Proof.
  induction l as [|y l IH]; cbn; [intuition|]. destruct (before e y) eqn:A; [cbn; intuition|].
  destruct (before y e) eqn:B; cbn; [rewrite IH; intuition|].
  assert (e = y) as -> by (now apply code_inj, lex_total). intuition.
Qed.
Lemma sort_in l x : In x (sort l) <-> In x l.
Proof. induction l; cbn; [tauto|]. rewrite insert_in, IHl. intuition. Qed.

Definition ascending := StronglySorted (fun a b => before a b = true).
Lemma insert_sorted e l : ascending l -> ascending (insert e l).
Proof.
  intros S. induction S as [|x l S IH F]; cbn; [repeat constructor|].
  destruct (before e x) eqn:A; [|destruct (before x e) eqn:B].
  - constructor; [now constructor|]. constructor; auto. rewrite Forall_forall in *. intros y Y. eapply lex_trans; eauto.
  - constructor; auto. rewrite Forall_forall in *. intros y Y. apply insert_in in Y as [->|Y]; auto.
  - now constructor.
Qed.
Lemma sort_sorted l : ascending (sort l).
Proof. induction l; cbn; [constructor|now apply insert_sorted]. Qed.

Lemma ascending_unique l : forall l', ascending l -> ascending l' -> (forall x, In x l <-> In x l') -> l = l'.
Proof.
  induction l as [|a l IH]; intros [|b l'] S S' Q; auto.
  - exfalso. apply (Q b). now left.
  - exfalso. apply (Q a). now left.
  - inversion S as [|? ? Sl Fl]; inversion S' as [|? ? Sl' Fl']; subst. rewrite Forall_forall in *.
    assert (a = b) as ->.
    { destruct (proj1 (Q a)) as [|A]; [now left|auto|]. destruct (proj2 (Q b)) as [|B]; [now left|auto|].
      specialize (Fl _ B). specialize (Fl' _ A). exfalso. pose proof (lex_trans _ _ _ Fl Fl') as C.
      now rewrite lex_irrefl in C. }
    f_equal. apply IH; auto. intros x. split; intros X.
    + destruct (proj1 (Q x)) as [<-|]; [now right| |auto]. specialize (Fl _ X). unfold before in Fl.
      now rewrite lex_irrefl in Fl.
    + destruct (proj2 (Q x)) as [<-|]; [now right| |auto]. specialize (Fl' _ X). unfold before in Fl'.
      now rewrite lex_irrefl in Fl'.
Qed.
Lemma ascending_nodup l : ascending l -> NoDup l.
Proof.
  induction 1 as [|a l S IH F]; constructor; auto. intros K. rewrite Forall_forall in F. specialize (F _ K).
  unfold before in F. now rewrite lex_irrefl in F.
Qed.
