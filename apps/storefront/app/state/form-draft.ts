import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** Identifies a form, such as `address.new` or `address.12`, and its member. A guest's customer_id is 0. */
export interface DraftKey {
  name: string
  customer_id: number
}

interface SavedDraft {
  customer_id: number
  saved_at: number
  changed: Record<string, unknown>
}

/** All drafts have one key, so that a logout deletes all of them. */
const KEY = 'kushi.forms'
/** Older drafts are deleted, also for the same member. */
const LIFETIME_MS = 7 * 86_400_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDraft = (value: unknown): value is SavedDraft =>
  isObject(value) &&
  typeof value.customer_id === 'number' &&
  typeof value.saved_at === 'number' &&
  isObject(value.changed)

function readAll(storage: KeyValueStorage, now: number): Record<string, SavedDraft> {
  const saved = readJson(storage, KEY)
  if (!isObject(saved)) return {}
  const unexpired = Object.entries(saved).filter(([, draft]) => isDraft(draft) && now - draft.saved_at < LIFETIME_MS)
  return Object.fromEntries(unexpired) as Record<string, SavedDraft>
}

/** The fields of `values` that differ from the initial values, at any depth; null: none. */
export function changedFields<T extends object>(initial: T, values: object): Partial<T> | null {
  const given = values as Record<string, unknown>
  const changed: Record<string, unknown> = {}
  for (const [name, before] of Object.entries(initial)) {
    const now = given[name]
    if (now === undefined || JSON.stringify(now) === JSON.stringify(before)) continue
    changed[name] = isObject(before) && isObject(now) ? changedFields(before, now) : now
  }
  return Object.keys(changed).length ? (changed as Partial<T>) : null
}

/** `initial` with the changes applied. Ignores changes of removed fields, or of another type. */
export function applyChanges<T extends object>(initial: T, changed: object): T {
  const given = changed as Record<string, unknown>
  const entries = Object.entries(initial).map(([name, before]) => {
    const now = given[name]
    if (isObject(before)) return [name, isObject(now) ? applyChanges(before, now) : before]
    return [name, typeof now === typeof before ? now : before]
  })
  return Object.fromEntries(entries) as T
}

/** The unsaved changes of this member in this form; null: none. */
export function readFormDraft(
  storage: KeyValueStorage,
  { name, customer_id }: DraftKey,
  now: number,
): Record<string, unknown> | null {
  const draft = readAll(storage, now)[name]
  return draft?.customer_id === customer_id ? draft.changed : null
}

/** Stores the changes; null deletes the draft. */
export function writeFormDraft(
  storage: KeyValueStorage,
  { name, customer_id }: DraftKey,
  changed: object | null,
  now: number,
): void {
  const { [name]: _before, ...others } = readAll(storage, now)
  const all = changed ? { ...others, [name]: { customer_id, saved_at: now, changed } } : others
  writeJson(storage, KEY, Object.keys(all).length ? all : null)
}

/** Deletes all drafts after a logout. */
export const forgetFormDrafts = (storage: KeyValueStorage) => writeJson(storage, KEY, null)
