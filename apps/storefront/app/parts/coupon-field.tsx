import { useState } from 'react'
import { addCoupon } from '../state/coupons.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

/** クーポンコード: a line that opens into a field, so that those without a code are not sent to look for one. */
export function CouponField() {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const apply = () => {
    if (typed.trim() === '') return setError('クーポンコードを入力してください。')
    // What only a link carries is not typed.
    addCoupon(typed.replace(/[~～]/g, ''))
    setTyped('')
    setError(undefined)
  }
  if (!isOpen)
    return (
      <p>
        <button type="button" className="text-link min-h-tap text-sm" onClick={() => setOpen(true)}>
          クーポンコードをお持ちの方
        </button>
      </p>
    )
  return (
    <div className="flex items-start gap-3">
      <div className="grow">
        <TextField
          label="クーポンコード"
          error={error}
          value={typed}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          // No form of its own, because it stands inside that of the purchase.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            apply()
          }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div className="pt-7">
        <Button look="secondary" onClick={apply}>
          適用
        </Button>
      </div>
    </div>
  )
}
