(** Programs: component values, terms and mutations of the program format (specs/reference/program-format.md). *)
From Coq Require Import List ZArith Bool String Lia.
From CoreECS Require Export Verdicts.
Import ListNotations.
Open Scope list_scope.

(** ** Values. Reals are opaque: they are their 64 bits (D14). A record is the list of its fields, and a list that of its
    values. *)
Inductive atom := AUnit | ABool (b : bool) | AInt (z : Z) | AReal (bits : Z) | AText (s : string).
Inductive val := Atom (a : atom) | Ref (e : entity) | VNil | VCons (k r : val).

Definition atom_dec (a b : atom) : {a = b} + {a <> b}.
Proof. decide equality; [apply bool_dec|apply Z.eq_dec|apply Z.eq_dec|apply string_dec]. Defined.
Definition val_dec (a b : val) : {a = b} + {a <> b}.
Proof. decide equality; [apply atom_dec|apply entity_dec]. Defined.

Fixpoint val_mentions k : list entity := match k with
  | Atom _ | VNil => []
  | Ref e => [e]
  | VCons k r => val_mentions k ++ val_mentions r
  end.
Fixpoint val_rename (f : entity -> entity) k := match k with
  | Ref e => Ref (f e)
  | VCons k r => VCons (val_rename f k) (val_rename f r)
  | Atom _ | VNil => k
  end.

#[export, refine] Instance values : Values := {
  Label := nat; Value := val; Label_dec := Nat.eq_dec; Value_dec := val_dec; mentions := val_mentions;
    rename := val_rename;
}.
Proof.
  - intros f k. induction k as [a|e| |k IH r IH']; cbn; intros Q; auto.
    + now rewrite Q by auto.
    + now rewrite IH, IH' by (intros; apply Q, in_app_iff; auto).
  - intros f g k. induction k as [a|e| |k IH r IH']; cbn; intros Q; auto.
    + now rewrite Q by auto.
    + now rewrite IH, IH' by (intros; apply Q, in_app_iff; auto).
  - intros f g k. induction k as [a|e| |k IH r IH']; cbn; congruence.
  - intros f k. induction k as [a|e| |k IH r IH']; cbn; auto. now rewrite map_app, IH, IH'.
Defined.

(** ** Operations on integers of 64 bits (D13). Those on reals and texts are parameters: they see no entities. *)
Inductive op1 := Neg | Abs | Not | Field (j : nat) | Other1 (name : string).
Inductive op2 := Add | Sub | Mul | Min | Max | Quot | Rem | FloorDiv | CeilDiv | Mod | Less | AtMost |
  Other2 (name : string).
Class Opaque := {
  opaque1 : op1 -> atom -> option atom;
  opaque2 : op2 -> atom -> atom -> option atom;
  opaque_eq : atom -> atom -> bool;
}.

Definition in_64_bits (z : Z) : option Z := if (Z.leb (- 2 ^ 63) z && Z.ltb z (2 ^ 63))%bool then Some z else None.
Definition unless0 (d z : Z) : option Z := if Z.eqb d 0 then None else in_64_bits z.
Definition int2 (o : op2) (x y : Z) : option atom :=
  let int := option_map AInt in match o with
  | Add => int (in_64_bits (x + y)) | Sub => int (in_64_bits (x - y)) | Mul => int (in_64_bits (x * y))
  | Min => Some (AInt (if Z.ltb y x then y else x)) | Max => Some (AInt (if Z.ltb x y then y else x))
  | Quot => int (unless0 y (Z.quot x y)) | Rem => int (unless0 y (Z.rem x y))
  | FloorDiv => int (unless0 y (Z.div x y)) | CeilDiv => int (unless0 y (- Z.div (- x) y)) | Mod =>
    int (unless0 y (Z.modulo x y))
  | Less => Some (ABool (Z.ltb x y)) | AtMost => Some (ABool (Z.leb x y))
  | Other2 _ => None
  end%Z.

(** Results are undefined (D12) where a division is by zero or a result leaves 64 bits. *)
Section Terms.
Context `{Opaque}.
Definition eval1 (o : op1) (k : val) : option val := match o, k with
  | Field j, _ => (fix nth j k := match k, j with
      | VCons k _, 0 => Some k
      | VCons _ r, S j => nth j r
      | _, _ => None end) j k
  | Neg, Atom (AInt z) => option_map (fun z => Atom (AInt z)) (in_64_bits (- z))
  | Abs, Atom (AInt z) => option_map (fun z => Atom (AInt z)) (in_64_bits (Z.abs z))
  | Not, Atom (ABool b) => Some (Atom (ABool (negb b)))
  | _, Atom a => option_map Atom (opaque1 o a)
  | _, _ => None
  end.
Definition eval2 (o : op2) (k k' : val) : option val := match k, k' with
  | Atom (AInt x), Atom (AInt y) => option_map Atom (match int2 o x y with Some a => Some a | None =>
      match o with Other2 _ => opaque2 o (AInt x) (AInt y) | _ => None end end)
  | Atom a, Atom b => option_map Atom (opaque2 o a b)
  | _, _ => None
  end.
(** ==, which compares reals by their numbers *)
Fixpoint equal (k k' : val) : bool := match k, k' with
  | Atom a, Atom b => opaque_eq a b
  | Ref e, Ref e' => entity_eqb e e'
  | VNil, VNil => true
  | VCons k r, VCons k' r' => equal k k' && equal r r'
  | _, _ => false
  end.

(** ** Terms. Variables are places in the environment: first the entities of the match, then its cells, then what the
    term binds. The environment has no value for an optional variable that is absent. *)
Inductive term :=
  | Lit (a : atom) | Literal (n : nat) | Var (n : nat) | Un (o : op1) (a : term) | Bin (o : op2) (a b : term)
  | Equal (a b : term) | Cond (b t f : term) | Let (a t : term) | Case (n : nat) (t f : term) | Present (n : nat)
  | NoField | Fields (a r : term)
  | Fold (l a t : term).  (* fold: t sees a value of l, and what t was before, at first a *)
Definition env := list (option val).

(** What a list folds to *)
Fixpoint fold_val (f : val -> val -> option val) (l a : val) : option val := match l with
  | VNil => Some a
  | VCons x l => match f x a with Some a' => fold_val f l a' | None => None end
  | _ => None
  end.

Fixpoint tval (r : env) (t : term) : option val := match t with
  | Lit a => Some (Atom a)
  | Literal n => Some (Ref (Init n))
  | Var n => match nth_error r n with Some o => o | None => None end
  | Un o a => match tval r a with Some k => eval1 o k | None => None end
  | Bin o a b => match tval r a, tval r b with Some k, Some k' => eval2 o k k' | _, _ => None end
  | Equal a b => match tval r a, tval r b with Some k, Some k' => Some (Atom (ABool (equal k k'))) | _, _ => None end
  | Cond b t f => match tval r b with
      | Some (Atom (ABool true)) => tval r t
      | Some (Atom (ABool false)) => tval r f
      | _ => None end
  | Let a t => match tval r a with Some k => tval (r ++ [Some k]) t | None => None end
  | Case n t f => match nth_error r n with
      | Some (Some k) => tval (r ++ [Some k]) t
      | Some None => tval r f
      | None => None end
  | Present n => match nth_error r n with Some o => Some (Atom (ABool (if o then true else false))) | None => None end
  | NoField => Some VNil
  | Fields a f => match tval r a, tval r f with Some k, Some k' => Some (VCons k k') | _, _ => None end
  | Fold l a t => match tval r l, tval r a with
      | Some k, Some k' => fold_val (fun x y => tval (r ++ [Some x; Some y]) t) k k'
      | _, _ => None end
  end.

Inductive stm :=
  | SNil | SAttach (i : nat) (e k : term) | SDetach (i : nat) (e : term) | SSeq (a b : stm) | SIf (b : term) (t f : stm)
  | SLet (a : term) (s : stm) | SCase (n : nat) (t f : stm) | SNew (s : stm).

Fixpoint sval (r : env) (s : stm) : mutation := match s with
  | SNil => nil
  | SAttach i e k => match tval r e, tval r k with Some (Ref x), Some k => attach i x k | _, _ => undefined end
  | SDetach i e => match tval r e with Some (Ref x) => detach i x | _ => undefined end
  | SSeq a b => compose (sval r a) (sval r b)
  | SIf b t f => match tval r b with
      | Some (Atom (ABool true)) => sval r t
      | Some (Atom (ABool false)) => sval r f
      | _ => undefined end
  | SLet a s => match tval r a with Some k => sval (r ++ [Some k]) s | None => undefined end
  | SCase n t f => match nth_error r n with
      | Some (Some k) => sval (r ++ [Some k]) t
      | Some None => sval r f
      | None => undefined end
  | SNew s => nu (fun x => sval (r ++ [Some (Ref x)]) s)
  end.

Definition bound (es : list entity) (w : cells) : env := map (fun e => Some (Ref e)) es ++ w.
Definition holds (phi : term) es w : option bool := match tval (bound es w) phi with Some (Atom (ABool b)) =>
  Some b | _ => None end.
Definition program_system (q : list constraint) (phi : term) (s : stm) : sys :=
  {| q_ := q; where_ := holds phi; f_ := fun es w => sval (bound es w) s |}.

(** ** Every program forges no entities: so the rules of Theorem 4.7 hold for programs in JSON without a condition. *)
Definition initial e := exists n, e = Init n.
Definition rwithin (X : entity -> Prop) (r : env) := forall k, In (Some k) r -> Value_within X k.

Lemma rwithin_app X r o : rwithin X r -> (forall k, o = Some k -> Value_within X k) -> rwithin X (r ++ [o]).
Proof. intros R K k M. apply in_app_or in M as [M|[->|[]]]; auto. Qed.
Lemma rwithin_nth X r n k : rwithin X r -> nth_error r n = Some (Some k) -> Value_within X k.
Proof. intros R Q. apply R. eapply nth_error_In; eauto. Qed.
Lemma atom_within X a : Value_within X (Atom a).
Proof. intros e []. Qed.

Lemma eval1_within X o k k' : Value_within X k -> eval1 o k = Some k' -> Value_within X k'.
Proof.
  intros K Q. unfold eval1 in Q. destruct o.
  4: { revert j k K Q. induction j as [|j IH]; intros [a|e| |k r] K Q; try discriminate.
    - injection Q as ->. intros e M. apply K. cbn. apply in_app_iff. auto.
    - apply (IH r); auto. intros e M. apply K. cbn. apply in_app_iff. auto. }
  all: destruct k as [[]|e| |k r]; try discriminate; try (injection Q as <-; apply atom_within);
    match type of Q with option_map _ ?x = _ => destruct x; [|discriminate] end; injection Q as <-; apply atom_within.
Qed.
Lemma eval2_within X o k k' r : eval2 o k k' = Some r -> Value_within X r.
Proof.
  unfold eval2. intros Q. destruct k as [[]|e| |k s], k' as [[]|e'| |k' s']; try discriminate;
    match type of Q with option_map _ ?x = _ => destruct x; [|discriminate] end; injection Q as <-; apply atom_within.
Qed.

Lemma fold_val_within (X : entity -> Prop) f l : forall a k,
  (forall x y k, Value_within X x -> Value_within X y -> f x y = Some k -> Value_within X k) ->
  Value_within X l -> Value_within X a -> fold_val f l a = Some k -> Value_within X k.
Proof.
  induction l as [b|e| |x _ l IH]; cbn; intros a k F L A Q; try discriminate.
  - now injection Q as <-.
  - destruct (f x a) as [a'|] eqn:P; [|discriminate].
    assert (Value_within X x) by (intros e M; apply L; cbn; apply in_app_iff; auto).
    apply (IH a' k); auto; [|eauto]. intros e M. apply L. cbn. apply in_app_iff. auto.
Qed.

Lemma tval_within (X : entity -> Prop) t : forall r k, (forall n, X (Init n)) -> rwithin X r -> tval r t = Some k ->
  Value_within X k.
Proof.
  induction t as [a|n|n|o a IHa|o a IHa b IHb|a IHa b IHb|b IHb t IHt f IHf|a IHa t IHt|n t IHt f IHf|n| |a IHa f IHf
    |l IHl a IHa t IHt];
    intros r k L R; cbn; intros Q.
  - injection Q as <-. apply atom_within.
  - injection Q as <-. intros e [<-|[]]. auto.
  - destruct (nth_error r n) as [o|] eqn:N; [|discriminate]. subst. eapply rwithin_nth; eauto.
  - destruct (tval r a) as [u|] eqn:A; [|discriminate]. eapply eval1_within; eauto.
  - destruct (tval r a) as [u|] eqn:A; [|discriminate]. destruct (tval r b) as [v|] eqn:B; [|discriminate].
    eapply eval2_within; eauto.
  - destruct (tval r a) as [u|]; [|discriminate]. destruct (tval r b) as [v|]; [|discriminate]. injection Q as <-.
    apply atom_within.
  - destruct (tval r b) as [[[|[]| | |]| | |]|]; try discriminate; eauto.
  - destruct (tval r a) as [u|] eqn:A; [|discriminate]. eapply IHt; [auto| |exact Q]. apply rwithin_app; auto.
    intros k' [= <-]. eauto.
  - destruct (nth_error r n) as [[u|]|] eqn:N; [|eauto|discriminate]. eapply IHt; [auto| |exact Q].
    apply rwithin_app; auto.
    intros k' [= <-]. eapply rwithin_nth; eauto.
  - destruct (nth_error r n); [|discriminate]. injection Q as <-. apply atom_within.
  - injection Q as <-. intros e [].
  - destruct (tval r a) as [u|] eqn:A; [|discriminate]. destruct (tval r f) as [v|] eqn:B; [|discriminate].
    injection Q as <-. intros e M. cbn in M. apply in_app_or in M as [M|M]; [eapply IHa|eapply IHf]; eauto.
  - destruct (tval r l) as [u|] eqn:A; [|discriminate]. destruct (tval r a) as [v|] eqn:B; [|discriminate].
    refine (fold_val_within X _ u v k _ _ _ Q); [|eauto|eauto]. intros x y k' Wx Wy P. eapply IHt; [auto| |exact P].
    intros w M. apply in_app_or in M as [M|[[= <-]|[[= <-]|[]]]]; auto.
Qed.

Lemma sval_within s : forall (X : entity -> Prop) r, (forall n, X (Init n)) -> rwithin X r -> mwithin X (sval r s).
Proof.
  induction s as [|i e k|i e|a IHa b IHb|b t IHt f IHf|a s IHs|n t IHt f IHf|s IHs]; intros X r L R; cbn; auto.
  - destruct (tval r e) as [[a|x| |u v]|] eqn:A; cbn; auto. destruct (tval r k) as [w|] eqn:B; cbn; auto. split.
    + apply (tval_within X e r _ L R A). now left.
    + exact (tval_within X k r _ L R B).
  - destruct (tval r e) as [[a|x| |u v]|] eqn:A; cbn; auto. apply (tval_within X e r _ L R A). now left.
  - destruct (tval r b) as [[[|[]| | |]| | |]|]; cbn; auto.
  - destruct (tval r a) as [u|] eqn:A; cbn; auto. apply IHs; auto. apply rwithin_app; auto. intros k [= <-].
    exact (tval_within X a r _ L R A).
  - destruct (nth_error r n) as [[u|]|] eqn:N; cbn; auto. apply IHt; auto. apply rwithin_app; auto. intros k [= <-].
    eapply rwithin_nth; eauto.
  - intros x. apply IHs; auto. apply rwithin_app.
    + intros k M e K. left. exact (R k M e K).
    + intros k [= <-] e [<-|[]]. now right.
Qed.

Lemma bound_within (X : entity -> Prop) es w : Forall X es -> cells_within X w -> rwithin X (bound es w).
Proof.
  intros F W k M. apply in_app_or in M as [M|M]; [|exact (W k M)]. apply in_map_iff in M as (e & [= <-] & M).
  intros e' [<-|[]]. rewrite Forall_forall in F. auto.
Qed.

Theorem program_honest q phi s : honest initial (program_system q phi s).
Proof.
  intros X es [w|] L F W; [|exact Logic.I]. apply sval_within; [intros n; apply L; now exists n|].
  now apply bound_within.
Qed.

(** ** The paper's statements for programs in JSON, at a start state, which names no created entities *)
Fixpoint of_programs z : Prop := match z with
  | conc s | seq s => exists q phi body, s = program_system q phi body
  | par z z' | andthen z z' => of_programs z /\ of_programs z'
  end.
Lemma programs_honest z : of_programs z -> honest_z initial z.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn [of_programs honest_z].
  - intros (q & phi & body & ->). apply program_honest.
  - intros (q & phi & body & ->). apply program_honest.
  - intros [P P']. auto.
  - intros [P P']. auto.
Qed.
Lemma initial_old lf : old initial lf.
Proof. intros lf' e n _ [m Q]. discriminate. Qed.

(** Lemma 4.6 needs that no invocation writes to what a concurrent one creates: programs do not. *)
Theorem programs_forge_nothing c z : of_programs z -> cwithin initial c -> private (po c z 0).
Proof. intros P C. apply (@honest_private names language initial z initial); auto using programs_honest, initial_old.
  Qed.

(** Theorem 4.7, with Theorem 4.5 *)
Theorem programs_safe_by_rule c z : of_programs z -> cwithin initial c -> safe_by_rule c z 0 ->
  safe_at c z 0 /\ deterministic_d10 c z 0 /\ confluent_d10 c z 0.
Proof.
  intros P C R. assert (safe_at c z 0) as S by (apply (@theorem_4_7 names language initial z initial);
    auto using programs_honest, initial_old).
  auto using safe_deterministic_d10, safe_confluent_d10.
Qed.
End Terms.
