import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'

/** 広告の成果を測ることへの同意, which the customer may take back at any time. */
export function AdConsent({ order_id }: { order_id: number }) {
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('order.write')
  const [isAsked, setAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const revoke = async () => {
    try {
      await api('DELETE /admin/v1/orders/{id}/ad-consent', { params: { id: order_id } })
      setAsked(false)
      toast('同意を取り消しました')
      await revalidate()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      あり
      {mayWrite && <Button onClick={() => setAsked(true)}>取り消す</Button>}
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title="広告の測定への同意を取り消しますか?">
        <Refusal>{error}</Refusal>
        <p className="mb-4">
          お客様からお申し出があったときに取り消します。このご注文と、この定期便のその後のお届けは、広告の送信先に知らせません。すでに知らせたものは戻りません。
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={() => setAsked(false)}>やめる</Button>
          <Button look="danger" onClick={() => void revoke()}>
            同意を取り消す
          </Button>
        </div>
      </Dialog>
    </span>
  )
}
