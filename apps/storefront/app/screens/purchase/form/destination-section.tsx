import type { Address } from '@kushi/contract/address'
import { addressText } from '@kushi/values/address'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { useWatch } from 'react-hook-form'
import { AddressFields } from '../../../form/fields/address-fields.tsx'
import { NameFields } from '../../../form/fields/name-fields.tsx'
import { FormSection } from '../../../form/form.tsx'
import { bookEntry, type PurchaseFields } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'

const OTHER = String(DELIVERY_DESTINATION.other)
const SAME = String(DELIVERY_DESTINATION.same_as_member)

interface DestinationSectionProps {
  isMember: boolean
  addresses: readonly Address[]
}

/** お届け先: the member's own address, one of the address book, or another one. */
export function DestinationSection({ isMember, addresses }: DestinationSectionProps) {
  const { field } = useFields<PurchaseFields>()
  const destination = useWatch<PurchaseFields>({ name: 'destination' })
  const book = addresses.map((address) => ({
    value: bookEntry(address.id),
    label: `${address.name01} ${address.name02} さま`,
    description: addressText(address),
  }))
  const own = { value: SAME, label: isMember ? '会員情報のご住所' : 'お客様情報と同じ' }
  const other = { value: OTHER, label: isMember ? '新しいお届け先' : '別のお届け先' }
  return (
    <FormSection title="お届け先">
      <RadioCards
        {...field('destination')}
        legend="お届け先"
        hideLegend
        options={[...(isMember && book.length > 0 ? book : [own]), other]}
      />
      {destination !== SAME && (
        <p className="text-sm text-muted">
          ご注文者さまと別のお名前へお届けする場合、納品書に金額は載りません(代金引換では、お受け取りの際のお支払いのため載ります)。
        </p>
      )}
      {destination === OTHER && (
        <div className="grid gap-6">
          <NameFields at="other." isOtherPerson />
          <AddressFields at="other." isOtherPerson />
          {isMember && <CheckboxField {...field('save_address')} label="お届け先の一覧に追加する" />}
        </div>
      )}
    </FormSection>
  )
}
