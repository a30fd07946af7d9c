import type { Address } from '@kushi/contract/address'
import type { Subscription } from '@kushi/contract/subscription'
import { addressText } from '@kushi/values/address'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { useWatch } from 'react-hook-form'
import { AddressFields } from '../../../form/fields/address-fields.tsx'
import { NameFields } from '../../../form/fields/name-fields.tsx'
import { RemoteIslandNotice } from '../../../form/fields/remote-island-notice.tsx'
import { FormSection } from '../../../form/form.tsx'
import { bookEntry } from '../../../form/purchase.ts'
import { CURRENT, type SubscriptionFields } from '../../../form/subscription.ts'
import { useFields } from '../../../form/use-fields.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'

interface AddressSectionProps {
  subscription: Subscription
  addresses: readonly Address[]
}

const OTHER = String(DELIVERY_DESTINATION.other)

/** お届け先: the current address, one of the address book, or a new one. */
export function AddressSection({ subscription: { shipping_address: current }, addresses }: AddressSectionProps) {
  const { field } = useFields<SubscriptionFields>()
  const destination = useWatch<SubscriptionFields>({ name: 'destination' })
  const addressOption = (address: Omit<Address, 'id' | 'is_default'>) => ({
    label: `${address.name01} ${address.name02} さま`,
    description: addressText(address),
  })
  const now = addressOption(current)
  const others = addresses.filter((address) => {
    const one = addressOption(address)
    return one.label !== now.label || one.description !== now.description
  })
  return (
    <FormSection id="address" title="お届け先">
      <RadioCards
        {...field('destination')}
        legend="お届け先"
        hideLegend
        options={[
          { ...now, value: CURRENT, aside: <span className="text-xs text-muted">いまのお届け先</span> },
          ...others.map((address) => ({ ...addressOption(address), value: bookEntry(address.id) })),
          { value: OTHER, label: '新しいお届け先' },
        ]}
      />
      {destination === OTHER && (
        <div className="grid gap-6">
          <NameFields at="other." isOtherPerson />
          <AddressFields at="other." isOtherPerson>
            <RemoteIslandNotice at="other." />
          </AddressFields>
        </div>
      )}
    </FormSection>
  )
}
