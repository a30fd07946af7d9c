import type { MessageJob, MessageJobMail } from '@kushi/contract/admin/bulk'
import { customerList } from '@kushi/contract/admin/customer'
import { orderList } from '@kushi/contract/admin/order'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { findAdvertisingWords } from '@kushi/values/claims'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { Filters } from '../../list/filters.tsx'
import { listSelection } from '../../list/list-state.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatCount, formatNumber } from '../../ui/time.tsx'
import { customerOptions } from '../customers.tsx'
import { Placeholders } from '../message-texts/placeholders.tsx'
import { TestSending } from '../message-texts/test-sending.tsx'
import { MailPaper } from './mail-paper.tsx'

const { Form, TextField, TextAreaField, SelectField, CheckField } = formFor<MessageFormValues>()

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const params = new URL(request.url).searchParams
  const [words, chosen] = await Promise.all([
    api('GET /admin/v1/bulk-messages/placeholders', { query: { list: listIn(params) } }),
    isFilterSelection(params) ? loadByFilter(params) : null,
  ])
  return { ...words, chosen }
}

/** Members who are chosen here, by filters, not as rows of a list. */
const isFilterSelection = (params: URLSearchParams) => listIn(params) === 'customers' && !params.has('ids')

async function loadByFilter(params: URLSearchParams) {
  const [{ total }, options] = await Promise.all([
    api('GET /admin/v1/customers', { query: { ...listSelection(customerList, params), per_page: 1 } }),
    customerOptions(),
  ])
  return { total, options }
}

interface MessageFormValues {
  sort: 'notice' | 'advert'
  subject: string
  body: string
  over_line: boolean
}

const lists = { subscriptions: subscriptionList, orders: orderList, customers: customerList }
const names = { subscriptions: '定期便', orders: '注文', customers: '会員' }

function listIn(params: URLSearchParams): MessageJob['to']['list'] {
  const asked = params.get('to') ?? ''
  return Object.hasOwn(lists, asked) ? (asked as keyof typeof lists) : 'customers'
}

const messageInput = ({ sort, ...words }: MessageFormValues) => ({ ...words, is_advert: sort === 'advert' })

/** 一斉送信: writes a message to the members of a list. Shows the number of recipients before anything is sent. */
export function Component() {
  const { items: placeholders, has_line, chosen: byFilter } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const list = listIn(params)
  const chosen = params.getAll('ids').map(Number)
  const recipientsText = chosen.length > 0 ? `選んだ${formatNumber(chosen.length)}件` : '絞り込んだすべて'
  return (
    <Page
      title="一斉送信"
      parent={{ to: '/bulk-jobs', name: 'まとめて変更' }}
      lead={
        byFilter
          ? '送る方を絞り込み、文章を書きます。送るのは、届く人数を確かめてからです。日時も決められます。'
          : `${names[list]}の一覧で${recipientsText}のお客様に送ります。同じお客様が何件あっても、1通だけです。`
      }
    >
      {byFilter && (
        <Section title="送る方">
          <div className="flex flex-wrap items-center gap-2">
            <Filters list={customerList} options={byFilter.options} />
            {params.get('q') && <span className="text-xs">検索: {params.get('q')}</span>}
            <p role="status" className="numeric ml-auto">
              会員 {formatCount(byFilter.total)}
            </p>
          </div>
        </Section>
      )}
      <Form
        checkedFor="claims"
        values={{
          sort: 'notice',
          subject: params.get('subject') ?? '',
          body: params.get('body') ?? '{宛名}\n\n',
          over_line: has_line,
        }}
        submit="届く人数を確かめる"
        aside={
          <TestSending<MessageFormValues>
            send={(typed) => api('POST /admin/v1/bulk-messages/test', { body: { ...messageInput(typed), list } })}
          />
        }
        save={async (typed) => {
          const filter = listSelection(lists[list], params)
          const to = { list, filter, ids: chosen.length > 0 ? chosen : null } as MessageJob['to']
          const { id } = await api('POST /admin/v1/bulk-jobs/messages', { body: { ...messageInput(typed), to } })
          // Navigates after the form has reset. Otherwise it would warn about unsaved changes.
          setTimeout(() => void navigate(`/bulk-jobs/${id}`))
        }}
      >
        <div className="grid gap-x-6 lg:grid-cols-2">
          <div className="min-w-0">
            <SelectField
              name="sort"
              label="種類"
              choices={[
                { value: 'notice', label: '取引上のお知らせ(お届けの遅れなど)' },
                { value: 'advert', label: '広告(新商品、セールなど)' },
              ]}
              hint="広告は、配信に同意し、停止していない方だけに送り、配信停止のリンクが付きます。商品をすすめるメールは広告です(特定電子メール法)。"
            />
            <AdvertByWords />
            {has_line && (
              <CheckField
                name="over_line"
                label="LINEの友だちには、メールの代わりにLINEで送る"
                hint="会員とLINEを連携した友だちが対象です(広告は、LINEでの配信に同意した方だけ)。ほかの方と、LINEが届かなかった方には、メールで送ります。LINEの通数は、LINE公式アカウントの料金に含まれます。"
              />
            )}
            <TextField name="subject" label="件名" isRequired maxLength={100} />
            <TextAreaField
              name="body"
              label="本文"
              isRequired
              rows={14}
              maxLength={5000}
              hint="店舗名、所在地、連絡先は、下に自動で入ります。"
            />
            <Placeholders placeholders={placeholders} mayWrite />
          </div>
          <Preview list={list} />
        </div>
      </Form>
    </Page>
  )
}

/** A text that sells is an advert: the kind follows its words until the operator chooses one. */
function AdvertByWords() {
  const { watch, setValue, formState } = useFormContext<MessageFormValues>()
  const [sort, subject, body] = watch(['sort', 'subject', 'body'])
  const [first] = findAdvertisingWords(`${subject} ${body}`)
  const isChosen = formState.dirtyFields.sort === true
  useEffect(() => {
    if (!isChosen) setValue('sort', first ? 'advert' : 'notice')
  }, [isChosen, first?.word, setValue, first])
  if (!first || sort === 'advert') return null
  return (
    <p role="status" className="mb-4 text-danger text-xs">
      「{first.word}」があるため、広告になります。取引上のお知らせとして送るには、送る前に理由を残します。
    </p>
  )
}

const PAUSE_MS = 300

type MessagePreview = Pick<MessageJobMail, 'subject' | 'text' | 'line'>

/** The message as a member gets it, updated when the operator pauses typing. */
function Preview({ list }: { list: MessageJob['to']['list'] }) {
  const { sort, subject, body, over_line } = useFormContext<MessageFormValues>().watch()
  const [preview, setPreview] = useState<MessagePreview>({ subject: '', text: '', line: null })
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const words = { ...messageInput({ sort, subject, body, over_line }), list }
      const answer = await api('POST /admin/v1/bulk-messages/preview', { body: words }).catch(() => null)
      if (isCurrent && answer) setPreview(answer)
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sort, subject, body, over_line, list])
  const { subject: title, text, line } = preview
  return (
    <div className="min-w-0">
      <MailPaper label="お客様に届く形(お名前は見本です)" subject={title} text={text} />
      {line && <MailPaper label="LINEで届く形(お名前は見本です)" subject={line.title} text={line.text} />}
    </div>
  )
}
