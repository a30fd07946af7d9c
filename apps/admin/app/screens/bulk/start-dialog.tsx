import type { SubscriptionJob } from '@kushi/contract/admin/bulk'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { asksForMemberAgreement, BULK_KIND_NAME } from '@kushi/values/bulk-job'
import { NO_ANSWER_ACTION_NAME, type NoAnswerAction } from '@kushi/values/price'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { listSelection } from '../../list/list-state.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'

const { Form, TextField, NumberField, TextAreaField, SelectField, CheckField } = formFor<JobFormValues>()

const kinds = ['move_dates', 'pause', 'swap_product', 'change_price', 'change_fees', 'cancel'] as const

interface JobFormValues {
  kind: (typeof kinds)[number]
  notify: boolean
  params: {
    days: number | null
    date: string
    from_sku_id: number | null
    to_sku_id: number | null
    sku_id: number | null
    price: number | null
    from: string
    without_answer: NoAnswerAction
    reason: number | null
    detail: string
    pause_reason: number | null
  }
}

interface Choices {
  skus: { value: number; label: string }[]
  cancel_reasons: { value: number; label: string }[]
  pause_reasons: { value: number; label: string }[]
}

interface StartDialogProps {
  /** The chosen rows; null: every row that matches the filters. */
  ids: number[] | null
  /** Their number, in words. */
  count: string
  onClose(): void
}

/** 定期便をまとめて変える: the choice of the change. First it only checks, and shows the result before anything changes. */
export function StartDialog({ ids, count, onClose }: StartDialogProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [choices, setChoices] = useState<Choices>({ skus: [], cancel_reasons: [], pause_reasons: [] })
  useEffect(() => {
    void api('GET /admin/v1/bulk-choices').then(({ skus, cancel_reasons, pause_reasons }) =>
      setChoices({
        skus: skus.map((one) => ({
          value: one.id,
          label: `${one.name}(${one.product_code})${formatYenCell(one.price)}`,
        })),
        cancel_reasons: cancel_reasons.map((one) => ({ value: one.id, label: one.label })),
        pause_reasons: pause_reasons.map((one) => ({ value: one.id, label: one.label })),
      }),
    )
  }, [])
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${count} をまとめて変える`}>
      <Form
        values={{
          kind: 'move_dates',
          notify: true,
          params: {
            days: 7,
            date: '',
            from_sku_id: null,
            to_sku_id: null,
            reason: null,
            detail: '',
            pause_reason: null,
            sku_id: null,
            price: null,
            from: '',
            without_answer: 'keep',
          },
        }}
        submit="変わる件数を確かめる"
        save={async (typed) => {
          const filter = listSelection(subscriptionList, params) as SubscriptionJob['filter']
          const body = {
            kind: typed.kind,
            filter,
            ids,
            notify: typed.notify,
            params: paramsOf(typed),
          } as SubscriptionJob
          const { id } = await api('POST /admin/v1/bulk-jobs/subscriptions', { body })
          onClose()
          await navigate(`/bulk-jobs/${id}`)
        }}
      >
        <SelectField
          name="kind"
          label="すること"
          choices={kinds.map((value) => ({ value, label: BULK_KIND_NAME[value] }))}
        />
        <JobFields choices={choices} />
        <NotifyField />
        <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
          まず1件ずつ試して、変わる件数と変えられない理由をお見せします。実行するまで、何も変わりません。
        </p>
      </Form>
    </Dialog>
  )
}

/** The choice to notify the members. Whoever is asked is always notified. */
function NotifyField() {
  const { kind } = useWatch<JobFormValues>()
  if (kind && asksForMemberAgreement(kind)) return null
  const hint = 'お店がLINEを使っていれば、会員とLINEを連携した友だちには、LINEでも知らせます。'
  return <CheckField name="notify" label="変わったお客様に、メールで知らせる" hint={hint} />
}

function paramsOf({ kind, params }: JobFormValues): object {
  const { days, date, from_sku_id, to_sku_id, reason, detail, pause_reason } = params
  if (kind === 'move_dates') return { days: date ? null : days, date: date || null }
  const { sku_id, price, from, without_answer } = params
  if (kind === 'change_price') return { sku_id, price, from, without_answer }
  if (kind === 'change_fees') return { from, without_answer }
  if (kind === 'swap_product') return { from_sku_id, to_sku_id }
  if (kind === 'cancel') return { reason, detail }
  return pause_reason === null ? {} : { reason: pause_reason }
}

function JobFields({ choices }: { choices: Choices }) {
  const { kind } = useWatch<JobFormValues>()
  switch (kind) {
    case 'move_dates':
      return (
        <div className="grid gap-x-4 md:grid-cols-2">
          <NumberField
            name="params.days"
            label="動かす日数"
            unit="日"
            inputMode="text"
            hint="早くするときは -3 のように、マイナスで入力します。"
          />
          <TextField
            name="params.date"
            type="date"
            label="または、この日にそろえる"
            hint="入力すると、日数より優先します。その次のお届け日はそのままです。"
          />
        </div>
      )
    case 'swap_product':
      return (
        <>
          <SelectField
            name="params.from_sku_id"
            label="いまの商品"
            isRequired
            isNumber
            empty="選択してください"
            choices={choices.skus}
          />
          <SelectField
            name="params.to_sku_id"
            label="入れ替える商品"
            isRequired
            isNumber
            empty="選択してください"
            choices={choices.skus}
            hint="新しい商品の方が高くても、お客様のお支払いはいまの約束の金額までです。セットは、両方に同じセットを選ぶと、いまの中身に替わります。"
          />
        </>
      )
    case 'change_price':
      return (
        <>
          <SelectField
            name="params.sku_id"
            label="商品"
            isRequired
            isNumber
            empty="選択してください"
            choices={choices.skus}
            hint="お店の定期便の価格より高くはできません。先に商品の価格を変えておきます。"
          />
          <div className="grid gap-x-4 md:grid-cols-2">
            <NumberField name="params.price" label="新しい価格(税込)" isRequired unit="円" />
            <TextField
              name="params.from"
              type="date"
              label="このお届け日から"
              isRequired
              hint="お返事をいただくため、30日以上先にします。"
            />
          </div>
          <SelectField
            name="params.without_answer"
            label="値上げに同意がないとき"
            choices={choicesOf(NO_ANSWER_ACTION_NAME)}
            hint="値下げはそのまま変わり、メールで知らせます。値上げはメールで同意をお願いし、同意をいただけた方だけ変わります。LINEを連携した友だちには、LINEでもお伝えします。"
          />
        </>
      )
    case 'change_fees':
      return (
        <>
          <TextField
            name="params.from"
            type="date"
            label="このお届け日から"
            isRequired
            hint="お返事をいただくため、30日以上先にします。いまの送料・クール代・手数料・送料無料の金額で高くなる方に、メールで同意をお願いします(LINEを連携した友だちには、LINEでも)。"
          />
          <SelectField
            name="params.without_answer"
            label="同意がないとき"
            choices={choicesOf(NO_ANSWER_ACTION_NAME)}
            hint="休止にしても、お届け先などを変えて、お伺いが済んだ方は続きます。"
          />
        </>
      )
    case 'cancel':
      return (
        <>
          <SelectField
            name="params.reason"
            label="解約の理由"
            isRequired
            isNumber
            empty="選択してください"
            choices={choices.cancel_reasons}
          />
          <TextAreaField
            name="params.detail"
            label="詳細"
            isRequired
            rows={2}
            maxLength={1000}
            hint="お店の人だけが見ます。解約は元に戻せません。"
          />
        </>
      )
    default:
      return (
        <>
          {choices.pause_reasons.length > 0 && (
            <SelectField
              name="params.pause_reason"
              label="休止の理由"
              isNumber
              empty="理由なし"
              choices={choices.pause_reasons}
              hint="レポートの「解約の理由」で、見方を「休止」にすると数えられます。"
            />
          )}
          <p className="mb-4">再開するまで、お届けもご請求もありません。お客様もマイページから再開できます。</p>
        </>
      )
  }
}
