import type { Voice } from '@kushi/contract/voice'
import { Voices } from '../../parts/voices.tsx'
import { Band } from '../../ui/band.tsx'
import { Icon } from '../../ui/icon.tsx'

const MAX_COLLAPSED_VOICES = 3

/** お客様の声 about this product: the first three, and the others folded. Hidden without voices. */
export const ProductVoices = ({ voices }: { voices: readonly Voice[] }) =>
  voices.length > 0 && (
    <Band title="お客様の声">
      <Voices voices={voices.slice(0, MAX_COLLAPSED_VOICES)} />
      {voices.length > MAX_COLLAPSED_VOICES && (
        <details className="group">
          <summary className="flex min-h-tap w-fit list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
            ほかの声を読む({voices.length - MAX_COLLAPSED_VOICES}件)
            <span className="text-muted transition-transform group-open:rotate-180">
              <Icon name="down" />
            </span>
          </summary>
          <div className="pt-8">
            <Voices voices={voices.slice(MAX_COLLAPSED_VOICES)} />
          </div>
        </details>
      )}
    </Band>
  )
