import type { PrivacyIncidentForm } from '@kushi/contract/admin/privacy-incident'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import {
  INCIDENT_FIELD_NAME,
  INCIDENT_REPORT_DAYS,
  INCIDENT_REPORT_PERSONS,
  type IncidentField,
} from '@kushi/values/privacy-incident'

type Kind = Pick<PrivacyIncidentForm, 'is_sensitive' | 'has_money_risk' | 'is_malicious'>

/** Whether an incident must be reported to 個人情報保護委員会 (個人情報保護法施行規則 7条). One of the criteria is enough. */
export const mustReportIncident = ({ is_sensitive, has_money_risk, is_malicious }: Kind, persons: number): boolean =>
  is_sensitive || has_money_risk || is_malicious || persons > INCIDENT_REPORT_PERSONS

/**
 * Returns the days until which an incident must be reported (規則 8条). The day on which the shop learned of it is the
 * first day.
 */
export function incidentReportDeadlines(found_on: CalendarDate, is_malicious: boolean) {
  const until = (days: number) => addDays(found_on, days - 1)
  return {
    first_aim_on: until(INCIDENT_REPORT_DAYS.first_aim),
    first_due_on: until(INCIDENT_REPORT_DAYS.first),
    final_due_on: until(is_malicious ? INCIDENT_REPORT_DAYS.final_malicious : INCIDENT_REPORT_DAYS.final),
  }
}

type Reported = Pick<PrivacyIncidentForm, 'found_on' | 'first_reported_on' | 'final_reported_on'> & Kind

/** Returns the next report to 個人情報保護委員会, its target day and its deadline. null: no report is due. */
export function nextIncidentReport(incident: Reported, persons: number) {
  if (!mustReportIncident(incident, persons) || incident.final_reported_on !== null) return null
  const { first_aim_on, first_due_on, final_due_on } = incidentReportDeadlines(incident.found_on, incident.is_malicious)
  return incident.first_reported_on === null
    ? { report: 'first' as const, aim_on: first_aim_on, due_on: first_due_on }
    : { report: 'final' as const, aim_on: final_due_on, due_on: final_due_on }
}

const namesOf = (leaked: readonly IncidentField[]) => leaked.map((field) => INCIDENT_FIELD_NAME[field]).join('、')
const orOpen = (text: string) => (text === '' ? '(調査中)' : text)
const said = (day: string | null, then: string) =>
  day === null ? '(これから)' : `${formatDateWithWeekday(day)}に${then}`

/** Returns a draft of the report with the items of 規則 8条1項, in their order. */
export function incidentReportText(incident: PrivacyIncidentForm, persons: number): string {
  const { found_on, what, leaked, from_on, to_on, has_money_risk, is_malicious, measures, notified_on } = incident
  return [
    `1. 概要: ${formatDateWithWeekday(found_on)}に知りました。${what}(対象の期間 ${from_on}〜${to_on})`,
    `2. 個人データの項目: ${namesOf(leaked)}`,
    `3. 本人の数: ${persons.toLocaleString('ja-JP')}人`,
    `4. 原因: ${is_malicious ? '不正の目的による行為のおそれがあります。' : ''}(調査中)`,
    `5. 二次被害またはそのおそれ: ${has_money_risk ? '財産的な被害のおそれがあります。' : '確認していません。'}`,
    `6. 本人への対応: ${said(notified_on, '通知しました。')}`,
    '7. 公表: (予定を書く)',
    `8. 再発防止のための措置: ${orOpen(measures)}`,
    '9. そのほか参考となる事項: (なければ「なし」)',
  ].join('\n')
}

/**
 * Returns a draft of the notice to the affected persons (規則 10条): what happened, which data, what was done, what to
 * do, and whom to ask.
 */
export function incidentLetter(incident: PrivacyIncidentForm): { letter_subject: string; letter_body: string } {
  const { found_on, what, leaked, has_money_risk, measures } = incident
  return {
    letter_subject: 'お客さまの個人情報についてのお詫びとお知らせ',
    letter_body: `{宛名}

お客さまの個人情報について、下記のことがわかりました。ご迷惑とご心配をおかけし、深くお詫び申し上げます。

■ 起きたこと(${formatDateWithWeekday(found_on)}に判明)
${what}

■ 対象の項目
${namesOf(leaked)}

■ 行ったこと
${orOpen(measures)}

■ お願い
${leaked.includes('login_password') ? 'パスワードの変更をお願いします。ほかのサイトで同じものをお使いのときは、そちらも変更してください。\n' : ''}${has_money_risk ? '身に覚えのない請求がないか、お確かめください。\n' : ''}当店を名乗る不審なメールや電話にご注意ください。パスワードやカードの番号をお尋ねすることはありません。

■ お問い合わせ
下の連絡先へお願いします。新しいことがわかりしだい、あらためてお知らせします。`,
  }
}
