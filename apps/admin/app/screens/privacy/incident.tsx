import type { PrivacyIncident, PrivacyIncidentForm } from '@kushi/contract/admin/privacy-incident'
import { addDays } from '@kushi/values/calendar-date'
import {
  INCIDENT_FIELD_NAME,
  INCIDENT_FIELDS,
  INCIDENT_POPULATION_NAME,
  INCIDENT_POPULATIONS,
  INCIDENT_REPORT_PERSONS,
} from '@kushi/values/privacy-incident'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FieldHints } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatDay, formatNumber } from '../../ui/time.tsx'
import { IncidentMark } from './incidents.tsx'

const { Form, TextField, TextAreaField, SelectField, CheckField, useFieldError } = formFor<PrivacyIncidentForm>()

export const loader = async ({ params }: LoaderFunctionArgs) => ({
  incident: params.id ? await api('GET /admin/v1/privacy-incidents/{id}', { params: { id: params.id } }) : null,
})

/** 個人情報の事故: what happened, whom it is about, until when what is to be done, and the texts for it. */
export function Component() {
  const { incident } = useLoaderData<typeof loader>()
  const { today } = useMe()
  const mayWrite = useMay('customer.write')
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const values: PrivacyIncidentForm = incident ?? {
    found_on: today,
    what: '',
    population: 'buyers_of_period',
    from_on: addDays(today, -30),
    to_on: today,
    leaked: ['full_name', 'home_address', 'telephone'],
    is_sensitive: false,
    has_money_risk: false,
    is_malicious: false,
    measures: '',
    first_reported_on: null,
    final_reported_on: null,
    notified_on: null,
  }
  return (
    <Page
      title={incident ? `${formatDay(incident.found_on)}に知った事故` : '事故を記録する'}
      parent={{ to: '/incidents', name: '個人情報の事故' }}
      actions={incident && <IncidentMark {...incident} />}
    >
      <div className="grid items-start gap-x-6 lg:grid-cols-2">
        <Form
          key={incident?.id}
          values={formValues(values)}
          submit={mayWrite ? (incident ? '記録を保存する' : '対象の方を数える') : null}
          done="事故の記録を保存しました"
          save={async (typed) => {
            const body = inputOf(typed)
            if (incident) {
              await api('PUT /admin/v1/privacy-incidents/{id}', { params: { id: incident.id }, body })
              await revalidate()
              return
            }
            const { id } = await api('POST /admin/v1/privacy-incidents', { body })
            // Navigates after the form has reset. Otherwise it would warn about unsaved changes.
            setTimeout(() => void navigate(`/incidents/${id}`))
          }}
        >
          <fieldset disabled={!mayWrite} className="contents">
            <What />
            {incident && <Done />}
          </fieldset>
        </Form>
        {incident && <Help incident={incident} />}
      </div>
    </Page>
  )
}

const DAYS = ['first_reported_on', 'final_reported_on', 'notified_on'] as const

/** An empty day is an empty text field. */
const formValues = (values: PrivacyIncidentForm): PrivacyIncidentForm => ({
  ...values,
  ...(Object.fromEntries(DAYS.map((name) => [name, values[name] ?? ''])) as Pick<
    PrivacyIncidentForm,
    (typeof DAYS)[number]
  >),
})

const inputOf = (typed: PrivacyIncidentForm): PrivacyIncidentForm => ({
  ...typed,
  ...(Object.fromEntries(DAYS.map((name) => [name, typed[name] || null])) as Pick<
    PrivacyIncidentForm,
    (typeof DAYS)[number]
  >),
})

const populations = INCIDENT_POPULATIONS.map((value) => ({ value, label: INCIDENT_POPULATION_NAME[value] }))

const What = () => (
  <Section title="起きたこと">
    <TextField
      name="found_on"
      type="date"
      label="知った日"
      isRequired
      className="max-w-[240px]"
      hint="会社のだれかが知った日です。報告の期限は、この日から数えます。"
    />
    <TextAreaField
      name="what"
      label="何が、どのように起きたか"
      rows={4}
      maxLength={2_000}
      isRequired
      hint="報告とお客様への文章に、そのまま入ります。お客様や担当者の名前は書かないでください。"
    />
    <SelectField name="population" label="対象の方" choices={populations} />
    <div className="grid gap-x-4 sm:grid-cols-2">
      <TextField name="from_on" type="date" label="期間のはじめ" isRequired />
      <TextField name="to_on" type="date" label="期間のおわり" isRequired />
    </div>
    <LeakedFields />
    <CheckField
      name="is_malicious"
      label="不正の目的によるおそれがある"
      hint="不正アクセス、盗難、内部の持ち出しなど。確報の期限が60日になります。"
    />
    <CheckField name="has_money_risk" label="財産的な被害のおそれがある" hint="カードの番号、ログインの情報など。" />
    <CheckField
      name="is_sensitive"
      label="要配慮個人情報を含む"
      hint="健康、病歴など。お問い合わせの文章に書かれていることがあります。"
    />
  </Section>
)

function LeakedFields() {
  const id = useId()
  const { register } = useFormContext<PrivacyIncidentForm>()
  const message = useFieldError('leaked')
  return (
    <fieldset className="mb-4" aria-describedby={`${id}-error`}>
      <legend className="mb-1 font-medium text-xs">
        漏れた項目<span className="ml-1 text-danger">必須</span>
      </legend>
      <div className="grid gap-1 sm:grid-cols-2">
        {INCIDENT_FIELDS.map((field) => (
          <label key={field} className="flex items-start gap-2">
            <input type="checkbox" value={field} className="mt-1 size-4 accent-camellia" {...register('leaked')} />
            <span>{INCIDENT_FIELD_NAME[field]}</span>
          </label>
        ))}
      </div>
      <FieldHints id={id} message={message} />
    </fieldset>
  )
}

const Done = () => (
  <Section title="行ったこと">
    <TextAreaField name="measures" label="被害を止め、くり返さないために行ったこと" rows={4} maxLength={2_000} />
    <div className="grid gap-x-4 sm:grid-cols-3">
      <TextField name="first_reported_on" type="date" label="速報を出した日" />
      <TextField name="notified_on" type="date" label="ご本人に知らせた日" />
      <TextField name="final_reported_on" type="date" label="確報を出した日" />
    </div>
  </Section>
)

function Help({ incident }: { incident: PrivacyIncident }) {
  const { persons, persons_by_field, must_report, first_aim_on, first_due_on, final_due_on } = incident
  return (
    <div className="min-w-0">
      <Section
        title="対象の方"
        lead="最初に保存したとき、または対象か項目を変えたときの人数です。キャンセルなどになったご注文の方も数えます。退会した方と、消去したお問い合わせの方は、すべての項目に数えます。"
      >
        <Facts
          rows={[
            ['人数', `${formatNumber(persons)}人`],
            ...persons_by_field.map(
              (one) => [INCIDENT_FIELD_NAME[one.leaked], `${formatNumber(one.persons)}人`] as const,
            ),
          ]}
        />
      </Section>
      <Section
        title="期限"
        lead={
          must_report
            ? '個人情報保護委員会への報告と、ご本人へのお知らせが必要です(個人情報保護法 26条)。'
            : `${formatNumber(INCIDENT_REPORT_PERSONS)}人までで、不正の目的、財産的な被害、要配慮個人情報のどれにも当たらないときは、報告の義務はありません。ご本人へのお知らせは、できるだけ行ってください。`
        }
      >
        <Facts
          rows={[
            ['速報', `${formatDay(first_aim_on)}ごろ、遅くとも${formatDay(first_due_on)}まで`],
            ['ご本人へのお知らせ', 'すみやかに'],
            ['確報', `${formatDay(final_due_on)}まで`],
          ]}
        />
      </Section>
      <Section
        title="ご本人への文章"
        lead={
          incident.population === 'inquirers_of_period'
            ? 'お問い合わせの一覧から、1件ずつお返事として送ります。'
            : '対象の方の一覧に、取引上のお知らせとして下書きします。送るのは、文章と人数を確かめてからです。'
        }
      >
        <p className="whitespace-pre-wrap text-xs">{incident.letter_body}</p>
        <NotificationLetter incident={incident} />
      </Section>
      <Section title="報告の下書き" lead="個人情報保護委員会の報告フォームの項目の順です。">
        <p className="whitespace-pre-wrap text-xs">{incident.report_text}</p>
      </Section>
    </div>
  )
}

/** To 一斉送信, for the list of these persons, with the text; to the inbox for inquiries, which are answered one by one. */
function NotificationLetter({ incident }: { incident: PrivacyIncident }) {
  const mayWrite = useMay('message.write')
  if (!mayWrite) return null
  const { population, from_on, to_on, letter_subject, letter_body } = incident
  if (population === 'inquirers_of_period')
    return (
      <div className="mt-3">
        <ButtonLink to={`/inquiries?created_at_from=${from_on}&created_at_to=${to_on}`}>
          お問い合わせの一覧を見る
        </ButtonLink>
      </div>
    )
  const to = new URLSearchParams({ subject: letter_subject, body: letter_body, created_at_to: to_on })
  if (population === 'buyers_of_period') to.set('created_at_from', from_on)
  to.set('to', population === 'buyers_of_period' ? 'orders' : 'customers')
  return (
    <div className="mt-3">
      <ButtonLink to={`/bulk-jobs/message?${to}`}>一斉送信に下書きする</ButtonLink>
    </div>
  )
}
