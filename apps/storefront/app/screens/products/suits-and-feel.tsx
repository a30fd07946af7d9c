import type { ProductDetail } from '@kushi/contract/product'
import { Band } from '../../ui/band.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NamedList } from './named-list.tsx'

/** こんな方に and 使い心地, side by side if both exist. */
export function SuitsAndFeel({ suits, feel }: Pick<ProductDetail, 'suits' | 'feel'>) {
  if (suits.length === 0 && feel.length === 0) return null
  return (
    <Band>
      <div className="grid gap-16 md:grid-cols-2">
        {suits.length > 0 && (
          <div className="grid content-start gap-6">
            <h2 className="text-xl md:text-3xl">こんな方に</h2>
            <ul className="grid gap-4">
              {suits.map((suit) => (
                <li key={suit} className="phrases flex items-start gap-3">
                  <span className="mt-1 text-leaf">
                    <Icon name="check" />
                  </span>
                  {suit}
                </li>
              ))}
            </ul>
          </div>
        )}
        {feel.length > 0 && (
          <div className="grid content-start gap-6">
            <h2 className="text-xl md:text-3xl">使い心地</h2>
            <NamedList items={feel} />
          </div>
        )}
      </div>
    </Band>
  )
}
