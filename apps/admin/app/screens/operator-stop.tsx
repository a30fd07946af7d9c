import type { Operator } from '@kushi/contract/admin/operator'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface StopDialogProps {
  operator: Operator
  isForAllShops: boolean
  onClose(): void
  stop(with_api_keys: boolean): void
}

/** Asks whether to revoke the API keys that the stopped operator created for other systems. */
export function StopDialog({ operator: { name, api_keys }, isForAllShops, onClose, stop }: StopDialogProps) {
  const [isChecked, setChecked] = useState(false)
  return (
    <Dialog isOpen onClose={onClose} title={`${name}さんを${isForAllShops ? '全店舗で' : ''}停止しますか?`}>
      {api_keys.length > 0 && (
        <>
          <p className="mb-1">{name}さんが作ったAPIキーは、停止したあとも使えます。</p>
          <ul className="mb-3 list-disc pl-5">
            {api_keys.map((key, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have one name
              <li key={n}>{key}</li>
            ))}
          </ul>
        </>
      )}
      <Checkbox isOn={isChecked} onChange={setChecked}>
        {isForAllShops ? '作ったAPIキーも、すべての店舗で無効にする' : 'これらのAPIキーも無効にする'}
      </Checkbox>
      <p className="mt-1 mb-4 text-muted text-xs">
        無効にすると、そのキーを使うシステムはすぐにつながらなくなり、元には戻せません。
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>やめる</Button>
        <Button look="danger" onClick={() => stop(isChecked)}>
          停止する
        </Button>
      </div>
    </Dialog>
  )
}
