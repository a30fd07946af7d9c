import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { DETAILED_PACE_ANSWERS, PACE_ANSWER_NAME, type PaceAnswer } from '@kushi/values/pace'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { formatDate, formatYenCell } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

const { Form, CheckField } = formFor<{ notify: boolean }>()

type Pace = NonNullable<AdminSubscription['pace']>
type Proposal = Pace['proposals'][number]

/** お手元の残り: the forecast as the member reads it, and the same answers and proposals for who is on the phone. */
export function PaceSection({ subscription: { id, pace, version } }: { subscription: AdminSubscription }) {
  const mayWrite = useMay('subscription.write')
  const { revalidate } = useRevalidator()
  const { act, isBusy, refusal } = useAction()
  const [open, setOpen] = useState<Proposal | 'undo' | null>(null)
  if (pace === null) return null
  const { basis, proposals, taken_proposal: taken, is_held_out, others } = pace
  const params = { id }
  return (
    <Section title="お手元の残り">
      {is_held_out && (
        <p className="mt-2 rounded-base bg-brass-tint px-3 py-2 text-xs">
          比較のため、くじで、この定期便にはお届け方をご提案していません。変更・お休み・解約は、いつものとおり承れます。
        </p>
      )}
      <Refusal>{refusal}</Refusal>
      {taken ? (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <span>「{taken.label}」に変更済みです。</span>
          {mayWrite && taken.undo_until && (
            <Button onClick={() => setOpen('undo')}>元に戻す({formatDate(taken.undo_until)}まで)</Button>
          )}
        </p>
      ) : null}
      {[{ ...pace, basis }, ...others.map((one) => ({ ...one, basis: '' }))].map((good) => (
        <PaceItem
          key={good.product_sku_id}
          item={good}
          isBusy={isBusy}
          onAnswer={
            mayWrite && !taken
              ? (rest_answer) =>
                  void act(() =>
                    api('POST /admin/v1/subscriptions/{id}/pace/answer', {
                      params,
                      body: { rest_answer, product_sku_id: good.product_sku_id },
                    }),
                  )
              : null
          }
        />
      ))}
      {proposals.length > 0 && (
        <ul aria-label="ご提案" className="mt-4 grid gap-3">
          {proposals.map((one) => (
            <ProposalRow key={one.pace_kind} proposal={one} onTake={mayWrite ? () => setOpen(one) : null} />
          ))}
        </ul>
      )}
      {open !== null && (
        <Dialog
          isOpen
          onClose={() => setOpen(null)}
          title={open === 'undo' ? 'ご提案による変更を元に戻しますか' : `${open.label}: この内容で変更しますか`}
        >
          {open !== 'undo' && <ChangeTable changes={open.changes} />}
          <Form
            values={{ notify: true }}
            submit={open === 'undo' ? '元に戻す' : 'この内容で変更する'}
            done={open === 'undo' ? '元のお届けに戻しました' : '定期便を変更しました'}
            save={async ({ notify }) => {
              const body = { version, notify }
              if (open === 'undo') await api('POST /admin/v1/subscriptions/{id}/pace/undo', { params, body })
              else {
                const { pace_kind, payment_total: shown_payment_total } = open
                await api('POST /admin/v1/subscriptions/{id}/pace', {
                  params,
                  body: { ...body, pace_kind, shown_payment_total },
                })
              }
              setOpen(null)
              await revalidate()
            }}
          >
            <CheckField name="notify" label="変更の内容を、お客様にメールで知らせる" />
          </Form>
        </Dialog>
      )}
    </Section>
  )
}

interface PaceItemProps {
  item: Pick<Pace, 'item_name' | 'text' | 'rest_answer' | 'basis'>
  isBusy: boolean
  /** null: nothing is asked. */
  onAnswer: ((answer: PaceAnswer) => void) | null
}

/** The forecast of one good, and the answers about it. */
const PaceItem = ({ item: { item_name, text, basis, rest_answer }, isBusy, onAnswer }: PaceItemProps) => (
  <div className="mt-3 first:mt-0">
    <p className="font-medium">{item_name}</p>
    <p>{text}</p>
    <p className="mt-1 text-muted text-xs">
      {[basis, rest_answer && `この回のお返事: ${PACE_ANSWER_NAME[rest_answer]}`].filter(Boolean).join('・')}
    </p>
    {onAnswer && (
      <fieldset className="mt-3">
        <legend className="mb-1 text-xs">
          お客様のお返事<span className="sr-only">({item_name})</span>
        </legend>
        <div className="flex flex-wrap gap-2">
          {DETAILED_PACE_ANSWERS.map((one) => (
            <Button
              key={one}
              disabled={isBusy}
              aria-pressed={rest_answer === one}
              className="aria-pressed:border-ink aria-pressed:bg-brass-tint"
              onClick={() => onAnswer(one)}
            >
              {PACE_ANSWER_NAME[one]}
            </Button>
          ))}
        </div>
      </fieldset>
    )}
  </div>
)

/** Date, charge and what stays: what the operator reads out before the press. */
const ProposalRow = ({
  proposal: { label, changes, delivery_date, charge_date, payment_total, stays },
  onTake: onAccept,
}: {
  proposal: Proposal
  onTake: (() => void) | null
}) => (
  <li className="grid gap-1 rounded-base border border-line px-3 py-2">
    <p className="font-medium">{label}</p>
    <p>{changes.map((one) => `${one.label} ${one.before} → ${one.after}`).join('、')}</p>
    <p>
      次回のお届け {formatDate(delivery_date)}、お支払い {formatYenCell(payment_total)}
      {charge_date && `、ご請求 ${formatDate(charge_date)}`}
    </p>
    <ul className="text-muted text-xs">
      {stays.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    {onAccept && (
      <div>
        <Button onClick={onAccept}>このとおりに変更する</Button>
      </div>
    )}
  </li>
)
