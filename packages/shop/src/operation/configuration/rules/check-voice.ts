import type { VoiceInput } from '@kushi/contract/admin/voice'
import type { FieldFailure } from '@kushi/contract/failure'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { VoiceOrigin } from '@kushi/values/voice'

/**
 * Returns the errors of a customer voice (お客様の声) that concern several fields. `was`: its former origin; null for a new
 * one. The origin `demo` can be neither chosen nor changed to another.
 */
export function customerVoiceFailures(input: VoiceInput, was: VoiceOrigin | null, today: CalendarDate): FieldFailure[] {
  const { origin, visible, received_on, consented_on } = input
  const faults: [string, string, boolean][] = [
    ['origin', 'デモの文章を、お客様の声にすることはできません。', was === 'demo' && origin !== 'demo'],
    ['origin', '「デモ」は選べません。', was !== 'demo' && origin === 'demo'],
    ['received_on', '今日までの日付を入力してください。', received_on > today],
    ['consented_on', '今日までの日付を入力してください。', consented_on !== null && consented_on > today],
    [
      'consented_on',
      'ショップに出すには、ご本人の承諾をいただいた日が必要です。',
      visible && consented_on === null && origin !== 'demo',
    ],
  ]
  return faults.flatMap(([path, message, is]) => (is ? [{ path, message_id: 'cmn-err-003', message }] : []))
}
