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

function problemOf(taken: EventIntake, one: unknown): string | null {
  if (!isFields(one)) return 'data'
  const event = fieldsOf(one.event)
  const user = fieldsOf(one.user)
  const custom = fieldsOf(one.custom)
  if (typeof event.event_type !== 'string') return 'event.event_type'
  if (event.action_source !== 'web') return 'event.action_source'
  const time = timeProblem(taken.setting, event.event_time, 90)
  if (time) return `event.event_time ${time}`
  if (event.test_flag !== undefined && typeof event.test_flag !== 'boolean') return 'event.test_flag'
  if (!/^[\w.!~*'();/?:@&=+$,%#-]{1,64}$/.test(String(event.transaction_id))) return 'event.transaction_id'
  for (const name of ['hashed_email', 'hashed_phone_number'])
    if (user[name] !== undefined && !isHash(user[name])) return `user.${name}`
  if (Object.keys(user).length === 0) return 'user'
  if ((custom.value === undefined) !== (custom.currency === undefined)) return 'custom.value and custom.currency'
  if (custom.items !== undefined && !(Array.isArray(custom.items) && custom.items.length <= 10)) return 'custom.items'
  return null
}

/** Yahoo!広告 コンバージョンAPI: 202, or 400 for all. */
export function lineyahooEvents(taken: EventIntake, text: string, token: string | undefined): Answer {
  if (token !== TOKEN) return json({ message: 'Unauthorized' }, 401)
  const body = parsed(text)
  const data = body?.data
  if (typeof body?.tag_id !== 'string' || !Array.isArray(data) || data.length === 0 || data.length > 1000)
    return json({ message: 'Bad Request: tag_id, data' }, 400)
  const problem = data.map((one) => problemOf(taken, one)).find(Boolean)
  if (problem) return json({ message: `Bad Request: ${problem}` }, 400)
  for (const one of data as Fields[]) {
    const event = fieldsOf(one.event)
    taken.keep('lineyahoo', String(event.transaction_id), event.test_flag === true, one)
  }
  return json({}, 202)
}
