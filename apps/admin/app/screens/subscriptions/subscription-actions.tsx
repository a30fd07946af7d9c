import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatDate, formatYenCell } from '../../ui/time.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CardDialog } from './card-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

type QuickAction = 'skip' | 'undo-skip' | 'pause' | 'undo-cancel'
type SubscriptionDialog = QuickAction | 'reopen' | 'retry' | 'card' | 'cancel' | null

/** The actions that are possible for a subscription now, by the rules of the member's own screens. */
export function SubscriptionActions({ subscription }: { subscription: AdminSubscription }) {
  const [open, setOpen] = useState<SubscriptionDialog>(null)
  const mayWrite = useMay('subscription.write')
  const { can, failure, next_step } = subscription
  const close = () => setOpen(null)
  if (!mayWrite || next_step.text === '') return null
  return (
    <>
      {can.undo_cancel && <Button onClick={() => setOpen('undo-cancel')}>解約を取り消す</Button>}
      {can.undo_skip && <Button onClick={() => setOpen('undo-skip')}>お休みを取り消す</Button>}
      {can.skip && <Button onClick={() => setOpen('skip')}>お休みにする</Button>}
      {can.pause && <Button onClick={() => setOpen('pause')}>休止する</Button>}
      {can.change_payment && <Button onClick={() => setOpen('card')}>カードを選ぶ</Button>}
      <Button look="danger" onClick={() => setOpen('cancel')}>
        解約・終了する
      </Button>
      {can.update && (
        <ButtonLink look={failure ? 'plain' : 'primary'} to={`/subscriptions/${subscription.id}/change`}>
          内容を変更する
        </ButtonLink>
      )}
      {failure && (
        <Button look="primary" onClick={() => setOpen('retry')}>
          {failure.failure === 'unpaid' ? '代金が足りないままお届けする' : 'いますぐ再決済する'}
        </Button>
      )}
      {can.reopen && (
        <Button look="primary" onClick={() => setOpen('reopen')}>
          再開する
        </Button>
      )}
      {open === 'retry' && <RetryDialog subscription={subscription} onClose={close} />}
      {open === 'card' && <CardDialog subscription={subscription} onClose={close} />}
      {open === 'reopen' && <ReopenDialog subscription={subscription} onClose={close} />}
      {open === 'cancel' && <CancelDialog subscription={subscription} onClose={close} />}
      {open !== null && open in actionTexts && (
        <ActionDialog deed={open as QuickAction} subscription={subscription} onClose={close} />
      )}
    </>
  )
}

interface DialogProps {
  subscription: AdminSubscription
  onClose(): void
}

const actionTexts: Record<QuickAction, { submit: string; done: string; text(one: AdminSubscription): string }> = {
  skip: {
    submit: '次回をお休みにする',
    done: '次回のお届けをお休みにしました',
    text: (one) =>
      `${formatDate(one.next_delivery_date)}のお届けがなくなり、次は${formatDate(one.next_next_delivery_date)}になります。${formatDate(one.change_deadline)}まで取り消せます。`,
  },
  'undo-skip': {
    submit: 'お休みを取り消す',
    done: 'お休みを取り消しました',
    text: ({ skipped }) => (skipped.length === 1 ? `${formatDate(skipped[0]!.delivery_date)}のお届けに戻します。` : ''),
  },
  'undo-cancel': {
    submit: '解約を取り消す',
    done: '解約を取り消しました',
    text: () => '手配中のお届けのあとも、定期便が続きます。',
  },
  pause: {
    submit: '休止する',
    done: '定期便を休止しました',
    text: () => '再開するまで、お届けもご請求もありません。お客様もマイページから再開できます。',
  },
}

/** 休止 and お休みの理由, where the member says one. */
function useHaltReasons(action: QuickAction, id: number) {
  const [reasons, setReasons] = useState<{ value: number; label: string }[]>([])
  useEffect(() => {
    if (action !== 'skip' && action !== 'pause') return
    void api('GET /admin/v1/subscriptions/{id}/change', { params: { id } }).then(({ skip_reasons, pause_reasons }) =>
      setReasons(
        (action === 'skip' ? skip_reasons : pause_reasons).map((one) => ({ value: one.id, label: one.label })),
      ),
    )
  }, [action, id])
  return reasons
}

function ActionDialog({ deed, subscription, onClose }: DialogProps & { deed: QuickAction }) {
  const { Form, SelectField, CheckField } = formFor<{ notify: boolean; reason: number | null; delivery_date: string }>()
  const { revalidate } = useRevalidator()
  const reasons = useHaltReasons(deed, subscription.id)
  const { submit, done, text } = actionTexts[deed]
  const { id, version, skipped } = subscription
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${id}: ${submit}`}>
      <p className="mb-4">{text(subscription)}</p>
      <Form
        values={{ notify: true, reason: null, delivery_date: skipped.at(-1)?.delivery_date ?? '' }}
        submit={submit}
        done={done}
        save={async ({ notify, reason, delivery_date }) => {
          const body = { version, notify }
          if (deed === 'undo-skip')
            await api('POST /admin/v1/subscriptions/{id}/undo-skip', {
              params: { id },
              body: { ...body, delivery_date },
            })
          else if (deed === 'undo-cancel')
            await api('POST /admin/v1/subscriptions/{id}/undo-cancel', { params: { id }, body })
          else
            await api(`POST /admin/v1/subscriptions/{id}/${deed}`, {
              params: { id },
              body: { ...body, ...(reason !== null && { reason }) },
            })
          onClose()
          await revalidate()
        }}
      >
        {deed === 'undo-skip' && skipped.length > 1 && (
          <SelectField
            name="delivery_date"
            label="戻すお届け"
            choices={skipped.map((one) => ({ value: one.delivery_date, label: formatDate(one.delivery_date) }))}
          />
        )}
        {reasons.length > 0 && (
          <SelectField name="reason" label="理由(伺ったとき)" isNumber empty="選択しない" choices={reasons} />
        )}
        <CheckField name="notify" label="お客様にメールで知らせる" />
      </Form>
    </Dialog>
  )
}

function RetryDialog({ subscription, onClose }: DialogProps) {
  const { Form } = formFor<Record<string, never>>()
  const { revalidate } = useRevalidator()
  const { id, payment_name, payment_total, failure } = subscription
  const isUnpaid = failure?.failure === 'unpaid'
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${id} の${isUnpaid ? 'お届け' : '再決済'}`}>
      <p className="mb-4">
        {isUnpaid ? (
          '年払いの代金が、この回の分まではありません。代金を受け取ると、自動で手配します。代金が足りないまま、この回だけお届けするときに押してください。'
        ) : (
          <>
            {payment_name}で {formatYenCell(payment_total)}{' '}
            をもう一度請求します。できたときは発送の手配に進み、お客様にメールで知らせます。
          </>
        )}
      </p>
      <Form
        values={{}}
        submit={isUnpaid ? 'この回をお届けする' : 'いますぐ再決済する'}
        done="手配を試しました。結果は「これまでのお届けと決済」にあります"
        save={async () => {
          const call = isUnpaid ? 'deliver-unpaid' : 'retry'
          await api(`POST /admin/v1/subscriptions/{id}/${call}`, { params: { id } })
          onClose()
          await revalidate()
        }}
      >
        {null}
      </Form>
    </Dialog>
  )
}
