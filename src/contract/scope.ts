/** The three scopes of an API key, weakest first (specification, "Authentication"). */
export const SCOPES = ['fleet:read', 'fleet:run', 'fleet:admin'] as const;

export type Scope = (typeof SCOPES)[number];

export type Role = 'viewer' | 'member' | 'admin' | 'owner';

const ROLE_OF_SCOPE: Readonly<Record<Scope, Role>> = {
  'fleet:read': 'viewer',
  'fleet:run': 'member',
  'fleet:admin': 'admin',
};

/** The organisation role a key of this scope acts as. */
export function roleOfScope(scope: Scope): Role {
  return ROLE_OF_SCOPE[scope];
}

/** The scope a person of this role acts with; an owner may do what an admin may. */
export function scopeOfRole(role: Role): Scope {
  if (role === 'viewer') return 'fleet:read';
  return role === 'member' ? 'fleet:run' : 'fleet:admin';
}

/** Whether a key of scope `held` may do what needs scope `needed`. */
export function scopeAllows(held: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
}

/** Every scope that a key of scope `held` includes, weakest first. */
export function scopesWithin(held: Scope): readonly Scope[] {
  return SCOPES.slice(0, SCOPES.indexOf(held) + 1);
}
