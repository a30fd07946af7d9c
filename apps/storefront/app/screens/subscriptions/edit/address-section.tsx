import type { Address } from '@kushi/contract/address'
import type { Subscription } from '@kushi/contract/subscription'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-destination'
import { useFormContext, useWatch } from 'react-hook-form'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { RemoteIslandNotice } from '../../addresses/remote-island-notice.tsx'
import { addressText } from '../../purchase/address-text.ts'
import { AddressFields } from '../../purchase/form/address-fields.tsx'
import { FormSection } from '../../purchase/form/form-section.tsx'
import { NameFields } from '../../purchase/form/name-fields.tsx'
import { bookEntry } from '../../purchase/form/to-address.ts'
import { useFieldError } from '../../purchase/form/use-field-error.ts'
import { CURRENT, type SubscriptionFields } from './subscription-fields.ts'

interface AddressSectionProps {
  subscription: Subscription
  addresses: readonly Address[]
}

const OTHER = String(DELIVERY_DESTINATION.other)

/** お届け先: as it is, one of the address book, or a new one. */
export function AddressSection({ subscription: { shipping_address: current }, addresses }: AddressSectionProps) {
  const { register, control } = useFormContext<SubscriptionFields>()
  const errorOf = useFieldError()
  const destination = useWatch({ control, name: 'destination' })
  const said = (address: Omit<Address, 'id' | 'is_default'>) => ({
    label: `${address.name01} ${address.name02} さま`,
    description: addressText(address),
  })
  const now = said(current)
  const others = addresses.filter((address) => {
    const one = said(address)
    return one.label !== now.label || one.description !== now.description
  })
  return (
    <FormSection id="address" title="お届け先">
      <RadioCards
        {...register('destination')}
        legend="お届け先"
        hideLegend
        options={[
          { ...now, value: CURRENT, aside: <span className="text-xs text-muted">いまのお届け先</span> },
          ...others.map((address) => ({ ...said(address), value: bookEntry(address.id) })),
          { value: OTHER, label: '新しいお届け先' },
        ]}
        error={errorOf('destination')}
      />
      {destination === OTHER && (
        <div className="grid gap-6">
          <NameFields part="other" />
          <AddressFields part="other">
            <RemoteIslandNotice />
          </AddressFields>
        </div>
      )}
    </FormSection>
  )
}
