import { quietApi } from '../../../api.ts'
import { loadNotes } from '../../../form/load-notes.ts'
import { masterData } from '../../../master-data.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { loadPatternChoices } from './load-pattern-choices.ts'

/** What the form offers to choose from: the address book, 置き配 places, time zones, the parts of a pattern. */
export const useChoices = (delivery_id: number) =>
  useAnswer(`choices.${delivery_id}`, async (signal) => {
    const [{ items: addresses }, notes, { items: times }, pattern] = await Promise.all([
      quietApi('GET /v1/common/address', {}, { signal }),
      loadNotes(),
      quietApi('GET /v1/delivery/{id}/time', { params: { id: delivery_id } }, { signal }),
      loadPatternChoices(masterData),
    ])
    return { addresses, notes, times, pattern }
  })

export type Choices = NonNullable<ReturnType<typeof useChoices>['data']>
