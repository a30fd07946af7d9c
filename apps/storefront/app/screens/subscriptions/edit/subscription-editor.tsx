import type { Subscription } from '@kushi/contract/subscription'
import { Answered } from '../../../ui/loaded.tsx'
import { Editor } from './editor.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { useChoices } from './use-choices.ts'

/** Everything of a subscription that is changed in one step: dates, pattern, goods, address, note. */
export function SubscriptionEditor({ subscription }: { subscription: Subscription }) {
  const answer = useChoices(subscription.delivery_id)
  return (
    <Answered answer={answer} skeleton={<EditorSkeleton />}>
      {(choices) => (
        // Another version is another beginning; what was being changed is laid over it.
        <Editor key={subscription.version} subscription={subscription} choices={choices} />
      )}
    </Answered>
  )
}
