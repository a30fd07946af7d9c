import type { InquiryDetail, InquiryMessage, InquiryTemplate } from '@kushi/contract/admin/inquiry'
import { ApiError } from '@kushi/contract/client'
import { HARASSMENT_REPLY_TEXT } from '@kushi/values/harassment'
import {
  INQUIRY_STATUS,
  INQUIRY_STATUS_NAME,
  INQUIRY_TYPE_NAME,
  type InquiryStatusId,
} from '@kushi/values/inquiry-status'
import type { CorrespondenceChannel, MessageChannel } from '@kushi/values/message'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay, useMe } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Refusal } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Page, Section } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { InquiryState } from './inquiries.tsx'
import { Harassment } from './inquiry-harassment.tsx'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.id! } }
  const [inquiry, desk] = await Promise.all([
    api('GET /admin/v1/inquiries/{id}', of),
    api('GET /admin/v1/inquiry-desk'),
  ])
  const photographs = inquiry.photograph_count > 0 ? await api('GET /admin/v1/inquiries/{id}/photographs', of) : null
  return { inquiry, desk, photographs: photographs?.items ?? [] }
}
type Desk = Awaited<ReturnType<typeof loader>>['desk']

/** One inquiry: its messages, and the form for an answer. */
export function Component() {
  const { inquiry, desk, photographs } = useLoaderData<typeof loader>()
  const mayWrite = useMay('inquiry.write')
  return (
    <Page title={`${inquiry.name} 様からのお問い合わせ`} parent={{ to: '/inquiries', name: 'お問い合わせ' }}>
      <div className="grid items-start gap-x-6 lg:grid-cols-[1fr_320px]">
        <div className="min-w-0">
          <Conversation inquiry={inquiry} />
          <Photographs inquiry={inquiry} photographs={photographs} />
          {mayWrite && (
            <Answer key={inquiry.messages.length} inquiry={inquiry} templates={[...desk.templates, harassmentReply]} />
          )}
          {mayWrite && <RecordNote key={`note-${inquiry.messages.length}`} id={inquiry.id} />}
        </div>
        <aside>
          <Facts inquiry={inquiry} />
          {mayWrite && <Handling inquiry={inquiry} operators={desk.operators} />}
          {mayWrite && <Harassment inquiry={inquiry} operators={desk.operators} />}
        </aside>
      </div>
    </Page>
  )
}

/** Offered beside the shop's own templates. */
const harassmentReply: InquiryTemplate = {
  id: 0,
  template_name: '度を越した言動へのお返事',
  body: HARASSMENT_REPLY_TEXT,
}

type Photograph = Awaited<ReturnType<typeof loader>>['photographs'][number]

function Photographs({ inquiry, photographs }: { inquiry: InquiryDetail; photographs: Photograph[] }) {
  if (inquiry.photograph_count === 0) return null
  return (
    <Section title={`添えられた写真(${inquiry.photograph_count}枚)`}>
      {photographs.length === 0 && <p className="text-muted text-xs">個人情報を見られる担当者だけに表示します。</p>}
      <ul className="flex flex-wrap gap-3">
        {photographs.map(({ id, width, height, content }, n) => (
          <li key={id}>
            <a href={`data:image/jpeg;base64,${content}`} download={`${inquiry.inquiry_no}-${n + 1}.jpg`}>
              <img
                src={`data:image/jpeg;base64,${content}`}
                width={width}
                height={height}
                alt={`お客様の写真 ${n + 1}枚目(押すと保存します)`}
                className="h-60 w-auto rounded-base border border-line"
              />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const channels = { mail: 'メール', line: 'LINE', phone: '電話' }

function Conversation({ inquiry }: { inquiry: InquiryDetail }) {
  return (
    <Section title="やりとり">
      <ol className="grid gap-3">
        <InquiryMessageItem
          by={`${inquiry.name} 様(${INQUIRY_TYPE_NAME[inquiry.inquiry_type_id as 1]})`}
          at={inquiry.created_at}
          body={inquiry.content}
        />
        {inquiry.messages.map((one) => (
          <InquiryMessageItem
            key={one.id}
            by={senderText(one, inquiry)}
            at={one.created_at}
            body={one.body}
            direction={one.direction}
          />
        ))}
      </ol>
    </Section>
  )
}

function senderText({ direction, channel, operator_name }: InquiryMessage, { name }: InquiryDetail): string {
  if (channel === null) return `社内メモ・${operator_name}`
  if (direction === 'in') return `${name} 様(${channels[channel]}、${operator_name}が記録)`
  return `${operator_name}から(${channels[channel]})`
}

const sides = { in: 'border-line mr-8', out: 'border-leaf bg-leaf-tint ml-8', note: 'border-brass bg-brass-tint ml-8' }

function InquiryMessageItem({
  by,
  at,
  body,
  direction = 'in',
}: {
  by: string
  at: string
  body: string
  direction?: InquiryMessage['direction']
}) {
  return (
    <li className={cx('rounded-base border px-3 py-2', sides[direction])}>
      <p className="mb-1 flex flex-wrap justify-between gap-x-4 text-muted text-xs">
        <span>{by}</span>
        <Time value={at} isRelative />
      </p>
      <p className="whitespace-pre-wrap">{body}</p>
    </li>
  )
}

interface AnswerValues {
  channel: MessageChannel
  body: string
  inquiry_status_id: number
}

function Answer({ inquiry, templates }: { inquiry: InquiryDetail; templates: InquiryTemplate[] }) {
  const { Form, TextAreaField, SelectField } = formFor<AnswerValues>()
  const { revalidate } = useRevalidator()
  const me = useMe()
  const { id, has_line, email, inquiry_status_id, next_status_ids, messages } = inquiry
  const contactWays = [
    ...(has_line ? [{ value: 'line', label: 'LINE' }] : []),
    ...(email ? [{ value: 'mail', label: `メール(${email})` }] : []),
  ]
  const states = [inquiry_status_id, ...next_status_ids].filter((one) => one !== INQUIRY_STATUS.open)
  const first = states.includes(INQUIRY_STATUS.done) ? INQUIRY_STATUS.done : states[0]!
  const fill = (text: string) =>
    text.replaceAll('{お名前}', inquiry.name).replaceAll('{受付番号}', inquiry.inquiry_no).replaceAll('{担当}', me.name)
  if (contactWays.length === 0) return null
  return (
    <Section title="返信する" lead="宛名と署名は、送るときに付きます。">
      <Form
        values={{ channel: contactWays[0]!.value as 'mail', body: '', inquiry_status_id: first }}
        submit="返信を送る"
        done="返信を送りました"
        save={async (values) => {
          const last_message_id = messages.filter(({ direction }) => direction !== 'note').at(-1)?.id ?? 0
          await api('POST /admin/v1/inquiries/{id}/answer', { params: { id }, body: { ...values, last_message_id } })
          await revalidate()
        }}
      >
        {({ setValue, getValues }) => (
          <>
            {templates.length > 0 && (
              <label className="mb-3 block text-xs">
                ひな形を入れる
                <select
                  className="control mt-1"
                  value=""
                  onChange={(event) => {
                    const found = templates.find((one) => one.id === Number(event.target.value))
                    if (!found) return
                    const body = [getValues('body'), fill(found.body)].filter(Boolean).join('\n\n')
                    setValue('body', body, { shouldDirty: true })
                  }}
                >
                  <option value="">選んでください</option>
                  {templates.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.template_name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <TextAreaField name="body" label="本文" rows={8} isRequired maxLength={4000} />
            <div className="grid gap-x-4 md:grid-cols-2">
              <SelectField name="channel" label="送り方" choices={contactWays} />
              <SelectField
                name="inquiry_status_id"
                label="送ったあとの状態"
                isNumber
                choices={states.map((value) => ({ value, label: INQUIRY_STATUS_NAME[value as InquiryStatusId] }))}
              />
            </div>
          </>
        )}
      </Form>
    </Section>
  )
}

type Channel = CorrespondenceChannel | ''

/** An entry that is not sent: an internal note, or what the customer said by phone or elsewhere. */
function RecordNote({ id }: { id: number }) {
  const { Form, TextAreaField, SelectField } = formFor<{ channel: Channel; body: string }>()
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        社内メモや、お客様から聞いたことを書き留める
      </Button>
    )
  return (
    <Section title="書き留める" lead="お客様には送られません。">
      <Form
        values={{ channel: '', body: '' }}
        submit="書き留める"
        done="書き留めました"
        save={async ({ channel, body }) => {
          await api('POST /admin/v1/inquiries/{id}/messages', {
            params: { id },
            body: { body, channel: channel || null },
          })
          await revalidate()
        }}
      >
        <SelectField
          name="channel"
          label="何を書き留めるか"
          empty="社内メモ"
          choices={[
            { value: 'phone', label: 'お客様からの電話' },
            { value: 'mail', label: 'お客様からのメール' },
            { value: 'line', label: 'お客様からのLINE' },
          ]}
        />
        <TextAreaField name="body" label="内容" isRequired maxLength={4000} />
      </Form>
    </Section>
  )
}

function Member({ id }: { id: number | null }) {
  const mayOpen = useMay('customer.read')
  if (id === null) return '会員ではない方'
  if (!mayOpen) return `会員番号 ${id}`
  return (
    <Link to={`/customers/${id}`} className="text-link">
      会員番号 {id}
    </Link>
  )
}

function Facts({ inquiry }: { inquiry: InquiryDetail }) {
  const mayWrite = useMay('customer.write')
  const { inquiry_no, inquiry_category, name, name_kana, email, phone_number, customer_id, waiting_since } = inquiry
  const facts: [string, React.ReactNode][] = [
    ['状態', <InquiryState key="state" {...inquiry} />],
    ['お待ち', waiting_since ? <Time key="since" value={waiting_since} isRelative /> : 'お返事済み'],
    ['受付番号', inquiry_no],
    ['種類', inquiry_category],
    ['お名前', name_kana ? `${name}(${name_kana})` : name],
    ['メール', email],
    ['電話', phone_number],
    ['会員', <Member key="member" id={customer_id} />],
  ]
  return (
    <Section title="お客様とお問い合わせ">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted text-xs">{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      {customer_id !== null && mayWrite && (
        <p className="mt-3">
          <Link to={`/customers/${customer_id}?inquiry=${inquiry.id}`} className="text-link">
            個人情報の請求として受け付ける
          </Link>
        </p>
      )}
    </Section>
  )
}

/** The operator in charge, and the state. Each change takes effect at once and can be undone. */
function Handling({ inquiry, operators }: { inquiry: InquiryDetail; operators: Desk['operators'] }) {
  const me = useMe()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const { id, operator_id, next_status_ids } = inquiry
  const params = { id }
  const change = async (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => {
    setError(null)
    try {
      await work()
      toast(done, undo && (() => void undo().then(() => revalidate())))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
    await revalidate()
  }
  const assign = (to: number | null) =>
    api('PUT /admin/v1/inquiries/{id}/operator', { params, body: { operator_id: to } })
  const assigned = (to: number | null) =>
    change(
      () => assign(to),
      to === null ? '担当を外しました' : `担当を${operators.find((one) => one.id === to)?.name ?? ''}さんにしました`,
      () => assign(operator_id),
    )
  return (
    <Section title="対応">
      <Refusal>{error}</Refusal>
      <label className="mb-3 block text-xs">
        担当
        <select
          className="control mt-1"
          value={operator_id ?? ''}
          onChange={(event) => void assigned(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">決まっていません</option>
          {operators.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {operator_id !== me.id && (
        <Button className="mb-3" onClick={() => void assigned(me.id)}>
          自分が担当する
        </Button>
      )}
      <p className="mb-1 text-xs">状態を変える</p>
      <div className="flex flex-wrap gap-2">
        {next_status_ids.map((to) => {
          const name = INQUIRY_STATUS_NAME[to as InquiryStatusId]
          return (
            <Button
              key={to}
              onClick={() =>
                void change(
                  () => api('PUT /admin/v1/inquiries/{id}/status', { params, body: { inquiry_status_id: to } }),
                  `「${name}」にしました`,
                )
              }
            >
              {name}にする
            </Button>
          )
        })}
      </div>
    </Section>
  )
}
