import { STOPPED_ORDER_ACTION_NAME, type StoppedOrder } from '@kushi/contract/admin/shipping'
import { formatPostcode, parsePostcode } from '@kushi/values/address'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { formatDate } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { LabelDialog } from './label-dialog.tsx'

const { Form, TextField } = formFor<{ note: string }>()

/** 止まっている: each order with its reasons and the button that resolves it. */
export function StoppedOrders({ orders }: { orders: StoppedOrder[] }) {
  const [edited, setEdited] = useState<StoppedOrder | null>(null)
  const { act: runAction, isBusy, refusal } = useAction()
  const mayWrite = useMay('shipment.write')
  const mayOpen = useMay('order.read')
  const proposed = orders.filter(({ action }) => action === 'accept')
  if (orders.length === 0) return null
  return (
    <Section
      title="止まっている"
      actions={
        mayWrite &&
        proposed.length > 1 && (
          <Button
            disabled={isBusy}
            onClick={() =>
              accept(
                runAction,
                proposed.map(({ order_no }) => order_no),
              )
            }
          >
            提案{proposed.length}件をすべて採用する
          </Button>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.order_no} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-[360px]">
              <p>
                {mayOpen ? (
                  <Link to={`/orders/${order.id}`} className="numeric text-link">
                    {order.order_no}
                  </Link>
                ) : (
                  <span className="numeric">{order.order_no}</span>
                )}{' '}
                {order.name}
                <span className="ml-2 text-muted text-xs">
                  {order.prefecture} {order.contents}
                </span>
              </p>
              {order.reasons.map((reason) => (
                <p key={reason} className="flex items-start gap-1 text-danger">
                  <Icon name="warn" className="mt-1 size-3 shrink-0" />
                  {reason}
                </p>
              ))}
              <Change order={order} />
            </div>
            {mayWrite ? (
              <SolveActions order={order} isBusy={isBusy} act={runAction} edit={() => setEdited(order)} />
            ) : (
              mayOpen && <ButtonLink to={`/orders/${order.id}`}>{STOPPED_ORDER_ACTION_NAME.open_order}</ButtonLink>
            )}
          </li>
        ))}
      </ul>
      <LabelDialog key={edited?.order_no} stopped={edited} onClose={() => setEdited(null)} />
    </Section>
  )
}

/** The proposed address beside the customer's own. */
function Change({ order: { original, proposal } }: { order: StoppedOrder }) {
  if (!original || !proposal) return null
  const words = (text: typeof original) =>
    [
      text.name,
      postcodeText(text.postal_code),
      ...text.address,
      text.phone_number,
      text.delivery_date && formatDate(text.delivery_date),
      text.note,
    ]
      .filter(Boolean)
      .join(' / ')
  if (words(original) === words(proposal)) return <p className="mt-1 text-xs">{words(original)}</p>
  return (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-xs">
      <dt className="text-muted">お客様</dt>
      <dd>{words(original)}</dd>
      <dt className="text-muted">提案</dt>
      <dd>{words(proposal)}</dd>
    </dl>
  )
}

/** Formats a postcode; other text is returned as typed. */
function postcodeText(text: string): string {
  const postcode = parsePostcode(text)
  return postcode ? `〒${formatPostcode(postcode)}` : text
}

type RunAction = ReturnType<typeof useAction>['act']

/** Accepts the proposals. Undo restores the labels as the customers wrote them. */
function accept(act: RunAction, order_nos: string[]): void {
  void act(async () => {
    const accepted = await api('POST /admin/v1/shipping/labels', { body: { order_nos } })
    const restore = async () => {
      for (const order_no of accepted.order_nos)
        await api('DELETE /admin/v1/shipping/labels/{order_no}', { params: { order_no } })
    }
    if (accepted.order_nos.length > 0)
      toast(`${accepted.order_nos.length}件の提案を採用しました`, () => void act(restore))
  })
}

interface SolveProps {
  order: StoppedOrder
  isBusy: boolean
  act: RunAction
  edit(): void
}

function SolveActions({ order, isBusy, act, edit }: SolveProps) {
  const { order_no, action, to, same_address, can_join } = order
  const params = { order_no }
  const [isHolding, setHolding] = useState(false)
  const { revalidate } = useRevalidator()
  const label = STOPPED_ORDER_ACTION_NAME[action]
  if (action === 'open_setting' || action === 'open_order')
    return <ButtonLink to={to ?? '/shipping'}>{label}</ButtonLink>
  if (action === 'edit')
    return (
      <Button disabled={isBusy} onClick={edit}>
        {label}
      </Button>
    )
  const decide = (parcel: 'together' | 'apart') =>
    void act(() => api('POST /admin/v1/shipping/parcels', { body: { order_nos: same_address, parcel } }))
  const correct = (decision: 'correct' | 'ship') =>
    void act(() => api('POST /admin/v1/shipping/address-wishes/{order_no}', { params, body: { decision } }))
  const answer = (decision: 'cancel' | 'ship') =>
    void act(() => api('POST /admin/v1/shipping/cancel-requests/{order_no}', { params, body: { decision } }))
  return (
    <div className="flex flex-wrap gap-2">
      {action === 'accept' && (
        <>
          <Button disabled={isBusy} onClick={() => accept(act, [order_no])}>
            {label}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={edit}>
            {STOPPED_ORDER_ACTION_NAME.edit}
          </Button>
        </>
      )}
      {action === 'release' && (
        <>
          <Button
            disabled={isBusy}
            onClick={() =>
              void act(() => api('POST /admin/v1/shipping/holds/{order_no}/release', { params, body: { undo: false } }))
            }
          >
            {label}
          </Button>
          {order.original && (
            <Button look="quiet" disabled={isBusy} onClick={edit}>
              {STOPPED_ORDER_ACTION_NAME.edit}
            </Button>
          )}
        </>
      )}
      {action === 'decide_address' && (
        <>
          <Button disabled={isBusy} onClick={() => correct('correct')}>
            この宛先に直す
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => correct('ship')}>
            元の宛先に送る
          </Button>
        </>
      )}
      {action === 'read_note' && (
        <>
          <Button
            disabled={isBusy}
            onClick={() => void act(() => api('POST /admin/v1/shipping/notes/{order_no}', { params }))}
          >
            {label}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => setHolding(true)}>
            保留する
          </Button>
          <Dialog isOpen={isHolding} onClose={() => setHolding(false)} title={`注文 ${order_no} を保留する`}>
            <Form
              values={{ note: '' }}
              submit="保留する"
              done="保留しました"
              save={async (body) => {
                await api('POST /admin/v1/shipping/holds/{order_no}', { params, body })
                setHolding(false)
                await revalidate()
              }}
            >
              <TextField
                name="note"
                label="メモ"
                isRequired
                maxLength={200}
                hint="お客様には見えません。出荷に戻すまで、出荷リストに入りません。"
              />
            </Form>
          </Dialog>
        </>
      )}
      {action === 'decide_parcel' && (
        <>
          {can_join && (
            <Button disabled={isBusy} onClick={() => decide('together')}>
              {same_address.length}件を{label}
            </Button>
          )}
          <Button look={can_join ? 'quiet' : 'plain'} disabled={isBusy} onClick={() => decide('apart')}>
            別々に送る
          </Button>
        </>
      )}
      {action === 'decide_cancel' && (
        <>
          <Button look="danger" disabled={isBusy} onClick={() => answer('cancel')}>
            出荷を止めてキャンセルする
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => answer('ship')}>
            このまま送る
          </Button>
        </>
      )}
    </div>
  )
}
