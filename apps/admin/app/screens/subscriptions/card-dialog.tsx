import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { ApiError } from '@kushi/contract/client'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'

const { Form, SelectField, CheckField } = formFor<{ card_seq: number; notify: boolean }>()

interface Card {
  card_seq: number
  card_info: string
  expire: string
  is_expired: boolean
}

interface DialogProps {
  subscription: AdminSubscription
  onClose(): void
}

/** お支払いのカード: one of the member's saved cards. Only the member can enter a new one. */
export function CardDialog({ subscription, onClose }: DialogProps) {
  const { id } = subscription
  const [cards, setCards] = useState<Card[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    api('GET /admin/v1/subscriptions/{id}/cards', { params: { id } })
      .then((answer) => setCards(answer.cards))
      .catch((failure: unknown) =>
        setError(failure instanceof ApiError ? failure.message : 'カードを確認できませんでした。'),
      )
  }, [id])
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${id} のカードを選ぶ`}>
      <Refusal>{error}</Refusal>
      {cards === null && error === null && <p role="status">カード会社に確認しています。</p>}
      {cards?.length === 0 && (
        <p>保存されたカードがありません。新しいカードは、お客様がマイページの「お支払い方法」から登録できます。</p>
      )}
      {cards !== null && cards.length > 0 && <Choice subscription={subscription} onClose={onClose} cards={cards} />}
    </Dialog>
  )
}

function Choice({ subscription, onClose, cards }: DialogProps & { cards: Card[] }) {
  const { revalidate } = useRevalidator()
  const { id, version, card_seq, failure, payment_total } = subscription
  const choices = cards.map((card) => ({
    value: card.card_seq,
    label: `${card.card_info}(${card.expire.slice(2)}/${card.expire.slice(0, 2)}まで${card.is_expired ? '・期限切れ' : ''})`,
  }))
  return (
    <Form
      values={{ card_seq: card_seq ?? cards[0]!.card_seq, notify: true }}
      submit="このカードで支払う"
      done="お支払いのカードを変更しました"
      save={async (body) => {
        await api('POST /admin/v1/subscriptions/{id}/payment', { params: { id }, body: { ...body, version } })
        onClose()
        await revalidate()
      }}
    >
      <SelectField name="card_seq" label="お客様の保存カード" isNumber isRequired choices={choices} />
      {failure && (
        <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
          お支払いエラーのため、選んだカードですぐに {formatYenCell(payment_total)} を請求します。
        </p>
      )}
      <CheckField name="notify" label="お客様にメールで知らせる" />
    </Form>
  )
}
