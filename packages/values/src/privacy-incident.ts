/**
 * The persons whose data a privacy incident (個人情報の事故, 個人情報保護法 26条) concerns. Each value is a list of the admin. Members
 * and buyers can be sent a letter.
 */
export const INCIDENT_POPULATION_NAME = {
  members_of_period: '期間の終わりまでに登録した会員',
  buyers_of_period: '期間にご注文のあった方',
  inquirers_of_period: '期間にお問い合わせのあった方(会員でない方を含む)',
} as const
export type IncidentPopulation = keyof typeof INCIDENT_POPULATION_NAME
export const INCIDENT_POPULATIONS = Object.keys(INCIDENT_POPULATION_NAME) as IncidentPopulation[]

/** Kinds of data that can leak, in the order of an incident report. */
export const INCIDENT_FIELD_NAME = {
  full_name: 'お名前',
  home_address: 'ご住所',
  telephone: '電話番号',
  mail_address: 'メールアドレス',
  birth_date: '生年月日',
  order_history: 'ご注文の内容',
  login_password: 'パスワード(元に戻せない形のもの)',
} as const
export type IncidentField = keyof typeof INCIDENT_FIELD_NAME
export const INCIDENT_FIELDS = Object.keys(INCIDENT_FIELD_NAME) as IncidentField[]

/**
 * Days from the day on which the shop learned of an incident to its reports: 速報 (規則8条1項: three to five days) and 確報
 * (2項).
 */
export const INCIDENT_REPORT_DAYS = { first_aim: 3, first: 5, final: 30, final_malicious: 60 } as const

/** Number of persons from which an incident must be reported, whatever its cause (規則7条4号). */
export const INCIDENT_REPORT_PERSONS = 1_000
