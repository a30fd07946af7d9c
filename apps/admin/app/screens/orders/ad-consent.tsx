import { useState } from 'react'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { ConfirmDialog } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

/** 広告の成果を測ることへの同意, which the customer may take back at any time. */
export function AdConsent({ order_id }: { order_id: number }) {
  const mayWrite = useMay('order.write')
  const [isConfirming, setConfirming] = useState(false)
  const { act, refusal } = useAction()
  const revoke = () =>
    act(async () => {
      await api('DELETE /admin/v1/orders/{id}/ad-consent', { params: { id: order_id } })
      setConfirming(false)
      toast('同意を取り消しました')
    })
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      あり
      {mayWrite && <Button onClick={() => setConfirming(true)}>取り消す</Button>}
      <ConfirmDialog
        isOpen={isConfirming}
        title="広告の測定への同意を取り消しますか?"
        action="同意を取り消す"
        onConfirm={revoke}
        onCancel={() => setConfirming(false)}
      >
        <Refusal>{refusal}</Refusal>
        お客様からお申し出があったときに取り消します。このご注文と、この定期便のその後のお届けは、広告の送信先に知らせません。すでに知らせたものは戻りません。
      </ConfirmDialog>
    </span>
  )
}
