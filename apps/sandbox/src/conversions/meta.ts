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

const refuse = (status: number, code: number, message: string): Answer =>
  json({ error: { message, type: 'OAuthException', code, fbtrace_id: 'sandbox' } }, status)

function problemOf(taken: EventIntake, event: unknown): string | null {
  if (!isFields(event)) return 'data must be objects'
  const user = fieldsOf(event.user_data)
  const custom = fieldsOf(event.custom_data)
  const time = timeProblem(taken.setting, event.event_time, 7)
  if (time) return `event_time is ${time}`
  if (typeof event.event_name !== 'string' || event.event_name === '') return 'event_name is missing'
  if (event.action_source !== 'website') return 'action_source is unknown'
  if (typeof event.event_source_url !== 'string' || !URL.canParse(event.event_source_url))
    return 'event_source_url is missing'
  if (typeof user.client_user_agent !== 'string' || user.client_user_agent === '') return 'client_user_agent is missing'
  for (const name of ['em', 'ph'])
    if (user[name] !== undefined && !(Array.isArray(user[name]) && user[name].every(isHash)))
      return `${name} is not a list of SHA-256 hashes`
  if (user.fbc !== undefined && !/^fb\.1\.\d{13}\.[\w.~-]+$/.test(String(user.fbc))) return 'fbc is malformed'
  if (user.em === undefined && user.ph === undefined && user.fbc === undefined) return 'not enough customer information'
  if (
    event.event_name === 'Purchase' &&
    (!Number.isFinite(custom.value) || !/^[A-Z]{3}$/.test(String(custom.currency)))
  )
    return 'a Purchase needs value and currency'
  return null
}

/** The Conversions API: all events of a request are taken, or none. */
export function metaEvents(taken: EventIntake, text: string): Answer {
  const body = parsed(text)
  if (!body) return refuse(400, 100, 'Invalid JSON')
  if (body.access_token !== TOKEN) return refuse(401, 190, 'Invalid OAuth access token')
  const { data, test_event_code } = body
  if (!Array.isArray(data) || data.length === 0 || data.length > 1000) return refuse(400, 100, 'data: 1 to 1000 events')
  const problem = data.map((event) => problemOf(taken, event)).find(Boolean)
  if (problem) return refuse(400, 100, `Invalid parameter: ${problem}`)
  for (const event of data as Fields[]) taken.keep('meta', String(event.event_id), test_event_code !== undefined, event)
  return json({ events_received: data.length, messages: [], fbtrace_id: 'sandbox' })
}
