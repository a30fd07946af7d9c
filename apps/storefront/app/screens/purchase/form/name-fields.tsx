import { toHalfWidth } from '@kushi/values/text'
import { useFormContext } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { kanaOf } from './to-address.ts'
import { useAutoKana } from './use-auto-kana.ts'
import { useFieldError } from './use-field-error.ts'

/** 姓名 and せいめい. The kana follow the conversion of the name by themselves. */
export function NameFields({ part }: { part: 'member' | 'other' }) {
  const { register } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  const family = useAutoKana(`${part}.kana01`)
  const given = useAutoKana(`${part}.kana02`)
  // A name for somebody else must not be offered, nor kept, as the customer's own.
  const token = (name: string) => (part === 'member' ? name : `shipping ${name}`)
  const trim = (typed: string) => toHalfWidth(typed).trim()
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...register(`${part}.name01`)}
          {...family}
          label="姓"
          required
          placeholder="椿野"
          autoComplete={token('family-name')}
          error={errorOf(`${part}.name01`)}
          normalize={trim}
        />
        <TextField
          {...register(`${part}.name02`)}
          {...given}
          label="名"
          required
          placeholder="花子"
          autoComplete={token('given-name')}
          error={errorOf(`${part}.name02`)}
          normalize={trim}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...register(`${part}.kana01`)}
          label="せい"
          required
          placeholder="つばきの"
          autoComplete="off"
          error={errorOf(`${part}.kana01`)}
          normalize={kanaOf}
        />
        <TextField
          {...register(`${part}.kana02`)}
          label="めい"
          required
          placeholder="はなこ"
          autoComplete="off"
          error={errorOf(`${part}.kana02`)}
          normalize={kanaOf}
        />
      </div>
    </>
  )
}
