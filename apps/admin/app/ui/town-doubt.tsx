import type { FoundTown } from '@kushi/contract/admin/postcode'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface TownDoubtProps {
  /** What the postcode names; null: nothing stands there to compare. */
  names: string | null
  towns: readonly FoundTown[]
  onReplace(town: FoundTown): void
}

/** The postcode names another place than the address: what it names, to be taken over. */
export const TownDoubt = ({ names, towns, onReplace }: TownDoubtProps) => (
  <>
    {names !== null && (
      <p role="status" className="mt-1 flex items-start gap-1 text-danger text-xs">
        <Icon name="warn" className="mt-0.5 size-3 shrink-0" />
        この郵便番号は「{names}」です。住所と合っているか、お確かめください。
      </p>
    )}
    <ul aria-label="郵便番号の住所" className="mt-1 grid gap-1">
      {towns.map((town) => (
        <li key={`${town.city}${town.town}`}>
          <Button className="w-full justify-start! text-left" onClick={() => onReplace(town)}>
            住所を置き換える: {town.pref}
            {town.city}
            {town.town}
          </Button>
        </li>
      ))}
    </ul>
  </>
)
