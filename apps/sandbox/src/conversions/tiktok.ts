import type { Answer } from '../core/faults.ts'
import {
  type EventIntake,
  type Fields,
  fieldsOf,
  isFields,
  isHash,
  json,
  parsed,
  TOKEN,
  timeProblem,
} from './medium.ts'

const answer = (code: number, message: string) => json({ code, message, request_id: 'sandbox', data: {} })

function problemOf(taken: EventIntake, one: unknown): string | null {
  if (!isFields(one)) return 'data'
  const user = fieldsOf(one.user)
  const properties = fieldsOf(one.properties)
  if (typeof one.event !== 'string' || one.event === '') return 'event'
  const time = timeProblem(taken.setting, one.event_time, 7)
  if (time) return `event_time ${time}`
  for (const name of ['email', 'phone'])
    if (user[name] !== undefined && !isHash(user[name])) return `user.${name} must be hashed`
  if (!['email', 'phone', 'ttclid', 'external_id'].some((name) => user[name] !== undefined)) return 'user'
  if (typeof fieldsOf(one.page).url !== 'string') return 'page.url'
  if (properties.value !== undefined && typeof properties.currency !== 'string') return 'properties.currency'
  return null
}

/** TikTok Events API 2.0: answers 200 also to what it refuses. */
export function tiktokEvents(taken: EventIntake, text: string, token: string | undefined): Answer {
  if (token !== TOKEN) return answer(40105, 'Access token is incorrect or has been revoked.')
  const body = parsed(text)
  if (body?.event_source !== 'web' || typeof body.event_source_id !== 'string')
    return answer(40002, 'event_source, event_source_id: Missing data for required field.')
  const { data, test_event_code } = body
  if (!Array.isArray(data) || data.length === 0 || data.length > 1000) return answer(40002, 'data: 1 to 1000')
  const problem = data.map((one) => problemOf(taken, one)).find(Boolean)
  if (problem) return answer(40002, `Invalid data: ${problem}`)
  for (const one of data as Fields[]) taken.keep('tiktok', String(one.event_id), test_event_code !== undefined, one)
  return answer(0, 'OK')
}
