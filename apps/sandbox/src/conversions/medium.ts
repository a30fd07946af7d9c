import type { Answer } from '../core/faults.ts'
import type { Setting } from '../core/provider.ts'

/** An event that a medium took. */
export type TakenEvent = {
  medium: string
  id: string
  /** How often it came: a medium counts it once. */
  times: number
  is_test: boolean
  body: unknown
}

export type EventIntake = {
  setting: Setting
  /** Keeps an event under its deduplication key. */
  keep(medium: string, id: string, is_test: boolean, body: unknown): void
}

/** The one token that the stand-ins accept. */
export const TOKEN = 'sandbox-token'

export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

const HASH = /^[0-9a-f]{64}$/
export const isHash = (value: unknown) => typeof value === 'string' && HASH.test(value)

/** Ten digits, and not older than the medium takes. Real ones refuse the future too, where the sandbox's shop may be. */
export function timeProblem({ now }: Setting, value: unknown, days: number): string | null {
  if (!Number.isInteger(value) || String(value).length !== 10) return 'not a time in seconds'
  const age = now().getTime() / 1000 - Number(value)
  return age > days * 86_400 ? `older than ${days} days` : null
}

export const parsed = (text: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}
