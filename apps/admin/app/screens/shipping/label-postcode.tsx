import type { FoundTown } from '@kushi/contract/admin/postcode'
import type { StoppedOrder } from '@kushi/contract/admin/shipping'
import type { DeliverySlot } from '@kushi/values/delivery-slot'
import { isPlaceOfPostcode, parseAddressPlace, replaceTownInLine, townNamesText } from '@kushi/values/postcode-town'
import { compactDigits } from '@kushi/values/text'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { TownDoubt } from '../../ui/town-doubt.tsx'

export interface LabelFormValues extends Omit<NonNullable<StoppedOrder['original']>, 'slot'> {
  slot: DeliverySlot | ''
  is_postcode_confirmed: boolean
}

const { TextField, CheckField } = formFor<LabelFormValues>()

/** 郵便番号 of a label, compared with its lines as that of an address is. */
export function LabelPostcode() {
  const { watch, getValues, setValue } = useFormContext<LabelFormValues>()
  const [towns, setTowns] = useState<FoundTown[]>([])
  const postal_code = compactDigits(String(watch('postal_code')))
  useEffect(() => {
    setTowns([])
    if (!/^\d{7}$/.test(postal_code)) return
    let isGone = false
    api('GET /admin/v1/postcodes/{postal_code}', { params: { postal_code } })
      .then(({ items }) => isGone || setTowns(items))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [postal_code])
  const address = watch('address')
  const place = parseAddressPlace(address)
  // What was confirmed was this postcode with this address.
  const confirmed = `${postal_code} ${address.join(' ')}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of postcode or address takes the confirmation back
  useEffect(() => setValue('is_postcode_confirmed', false), [confirmed])
  const isMismatch = towns.length > 0 && place !== null && !isPlaceOfPostcode(towns, place)
  return (
    <>
      <TextField name="postal_code" label="郵便番号" isRequired inputMode="numeric" />
      {isMismatch && (
        <div className="-mt-3 mb-4">
          <TownDoubt
            names={townNamesText(towns)}
            towns={towns}
            onReplace={(town) =>
              setValue('address.0', replaceTownInLine(String(getValues('address.0')), town), { shouldDirty: true })
            }
          />
          <CheckField name="is_postcode_confirmed" label="確かめたので、この郵便番号と住所で送る" />
        </div>
      )}
    </>
  )
}
