import { INCIDENT_FIELD_NAME, INCIDENT_FIELDS, INCIDENT_POPULATION_NAME } from '@kushi/values/privacy-incident'
import { z } from 'zod'
import { idParam, isoDate, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { markPersonalData } from '../personal.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fieldIssue } from './setting-field.ts'

const text = (label: string) =>
  z
    .string()
    .trim()
    .max(2000, { error: `${label}は2,000文字までで入力してください。` })
const leaked = oneOf(INCIDENT_FIELD_NAME)
const day = isoDate.nullable()

const typed = {
  found_on: isoDate.meta({
    title: '知った日',
    description: 'The day on which the shop knew; the terms of reports run from it.',
  }),
  what: markPersonalData(
    'text',
    text('起きたこと').min(1, { error: '起きたことを入力してください。' }).meta({
      title: '起きたこと',
      description: 'What happened, how and where, without names; masked for who sees no personal data.',
    }),
  ),
  population: oneOf(INCIDENT_POPULATION_NAME).meta({
    title: '対象の方',
    description:
      'Whose data: `members_of_period` registered until `to_on`, `buyers_of_period` with an order, in whatever state, from `from_on` to `to_on`, `inquirers_of_period` with an inquiry in these days.',
  }),
  from_on: isoDate.meta({ title: '期間のはじめ', description: 'First day of the period, in Japan.' }),
  to_on: isoDate.meta({ title: '期間のおわり', description: 'Last day of the period, in Japan.' }),
  leaked: z
    .array(leaked)
    .min(1, { error: '漏れた項目を選択してください。' })
    .max(INCIDENT_FIELDS.length)
    .meta({ title: '漏れた項目', description: 'Which of the data of these persons.' }),
  is_sensitive: z
    .boolean()
    .meta({ title: '要配慮個人情報', description: '要配慮個人情報, such as an illness, is among it.' }),
  has_money_risk: z
    .boolean()
    .meta({ title: '財産的被害のおそれ', description: 'Money may be lost by it, as with card numbers.' }),
  is_malicious: z
    .boolean()
    .meta({ title: '不正の目的', description: 'Somebody did it on purpose: an attack, a theft.' }),
  measures: markPersonalData(
    'text',
    text('行ったこと').meta({
      title: '行ったこと',
      description: 'What was done against it and against a repetition; empty: nothing yet.',
    }),
  ),
  first_reported_on: day.meta({
    title: '速報の日',
    description: '速報 to 個人情報保護委員会 was sent on; null: not yet.',
  }),
  final_reported_on: day.meta({ title: '確報の日', description: '確報 was sent on; null: not yet.' }),
  notified_on: day.meta({ title: 'ご本人に知らせた日', description: 'The persons were told on; null: not yet.' }),
}

export const PrivacyIncidentForm = z.object(typed).check(({ value, issues }) => {
  if (value.from_on > value.to_on)
    issues.push(fieldIssue(['to_on'], '期間のおわりは、はじめより後の日にしてください。', value))
})
export type PrivacyIncidentForm = z.infer<typeof PrivacyIncidentForm>

/** 個人情報の事故, with the terms of its reports and the texts to send. */
export const PrivacyIncident = z.object({
  id: z.int(),
  ...typed,
  persons: z
    .int()
    .meta({ title: '対象の人数', description: 'How many persons, when whom it is about was last changed.' }),
  persons_by_field: z.array(z.object({ leaked, persons: z.int() })).meta({
    title: '項目ごとの人数',
    description: 'Of them those who have the field at all; a closed account counts for each.',
  }),
  must_report: z.boolean().meta({
    description: '個人情報保護法 26条: it has to be reported, and the persons told.',
  }),
  first_aim_on: isoDate.meta({ description: '速報 is wanted within three days …' }),
  first_due_on: isoDate.meta({ description: '… and due within five.' }),
  final_due_on: isoDate.meta({ description: '確報: thirty days, with `is_malicious` sixty.' }),
  report_text: z
    .string()
    .meta({ description: 'The items of a report (規則8条), to copy into the form of 個人情報保護委員会.' }),
  letter_subject: z.string().meta({ description: 'Subject of the letter to the persons.' }),
  letter_body: z.string().meta({ description: 'The letter to the persons, for 一斉送信 as 取引上のお知らせ.' }),
  actor_name: z.string(),
  created_at: z.iso.datetime(),
})
export type PrivacyIncident = z.infer<typeof PrivacyIncident>

const params = z.object({ id: idParam })

export const privacyIncidentAdminEndpoints = {
  'GET /admin/v1/privacy-incidents': {
    summary: '個人情報の事故の一覧(新しい100件)',
    permission: 'customer.read',
    response: listOf(PrivacyIncident),
  },
  'GET /admin/v1/privacy-incidents/{id}': {
    summary: '個人情報の事故',
    permission: 'customer.read',
    params,
    response: PrivacyIncident,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/privacy-incidents': {
    summary: '個人情報の事故を記録する(対象の方を数える)',
    permission: 'customer.write',
    body: PrivacyIncidentForm,
    response: PrivacyIncident,
  },
  'PUT /admin/v1/privacy-incidents/{id}': {
    summary: '個人情報の事故の記録を変える(対象が変われば、数え直す)',
    permission: 'customer.write',
    params,
    body: PrivacyIncidentForm,
    response: PrivacyIncident,
    errors: ['ERROR_NOT_FOUND'],
  },
} as const satisfies AdminEndpoints
