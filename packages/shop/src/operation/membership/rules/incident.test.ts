import type { PrivacyIncidentForm } from '@kushi/contract/admin/privacy-incident'
import { findAdvertisingWords, findRestrictedWords } from '@kushi/values/claims'
import { INCIDENT_FIELD_NAME, INCIDENT_FIELDS } from '@kushi/values/privacy-incident'
import { expect, test } from 'vitest'
import {
  incidentLetter,
  incidentReportDeadlines,
  incidentReportText,
  mustReportIncident,
  nextIncidentReport,
} from './incident.ts'

const calm = { is_sensitive: false, has_money_risk: false, is_malicious: false }
const incident: PrivacyIncidentForm = {
  ...calm,
  found_on: '2026-11-27',
  what: '別の方あての納品書を同封しました。',
  population: 'buyers_of_period',
  from_on: '2026-11-01',
  to_on: '2026-11-20',
  leaked: [...INCIDENT_FIELDS],
  measures: '',
  first_reported_on: null,
  final_reported_on: null,
  notified_on: null,
}

test.each([
  [{}, 1_000, false],
  [{}, 1_001, true],
  [{ is_sensitive: true }, 1, true],
  [{ has_money_risk: true }, 1, true],
  [{ is_malicious: true }, 1, true],
])('%o with %i persons: reported %s', (kind, persons, must) => {
  expect(mustReportIncident({ ...calm, ...kind }, persons)).toBe(must)
})

test('the day on which the shop knew is the first day of each term', () => {
  expect(incidentReportDeadlines('2026-11-27', false)).toEqual({
    first_aim_on: '2026-11-29',
    first_due_on: '2026-12-01',
    final_due_on: '2026-12-26',
  })
  expect(incidentReportDeadlines('2026-11-27', true).final_due_on).toBe('2027-01-25')
})

test('report and letter name each field and what happened; the letter sells and claims nothing', () => {
  const { letter_subject, letter_body } = incidentLetter({ ...incident, has_money_risk: true })
  for (const text of [letter_body, incidentReportText(incident, 1_204)]) {
    expect(text).toContain(incident.what)
    for (const field of INCIDENT_FIELDS) expect(text).toContain(INCIDENT_FIELD_NAME[field])
  }
  expect(incidentReportText(incident, 1_204)).toContain('1,204人')
  expect(letter_body).toContain('パスワードの変更をお願いします')
  expect(incidentLetter({ ...incident, leaked: ['full_name'] }).letter_body).not.toContain('パスワードの変更')
  const words = `${letter_subject}\n${letter_body}`
  expect([...findAdvertisingWords(words), ...findRestrictedWords(words)]).toEqual([])
})

const sent = { first_reported_on: '2026-11-28' }
test.each([
  [{}, 1_000, null],
  [{}, 1_001, { report: 'first', aim_on: '2026-11-29', due_on: '2026-12-01' }],
  [{ is_malicious: true }, 1, { report: 'first', aim_on: '2026-11-29', due_on: '2026-12-01' }],
  [{ has_money_risk: true, ...sent }, 1, { report: 'final', aim_on: '2026-12-26', due_on: '2026-12-26' }],
  [{ is_malicious: true, ...sent }, 1, { report: 'final', aim_on: '2027-01-25', due_on: '2027-01-25' }],
  [{ is_malicious: true, ...sent, final_reported_on: '2026-12-20' }, 1, null],
])('%o with %i persons: the next report is %o', (kind, persons, next) => {
  expect(nextIncidentReport({ ...incident, ...kind }, persons)).toEqual(next)
})
