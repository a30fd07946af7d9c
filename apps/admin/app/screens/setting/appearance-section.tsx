import type { ShopSetting } from '@kushi/contract/admin/shop-setting'
import { isColor, lowestContrastOnShopBackground, MIN_CONTRAST } from '@kushi/values/contrast'
import { useFormContext, useWatch } from 'react-hook-form'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { OnePicture } from '../../ui/picture-field.tsx'

const { TextField } = formFor<ShopSetting>()

/** お店の見た目: logo and colours, with a preview before saving. */
export function AppearanceSection() {
  return (
    <Section title="お店の見た目" lead="空欄のところは、はじめからの色と名前のままです。">
      <OnePicture<ShopSetting>
        names={{ path: 'logo_path', url: 'logo_url' }}
        label="ロゴ"
        call="POST /admin/v1/logos"
        preview={{ width: 320, height: 80, className: 'w-40' }}
      >
        <p className="text-muted text-xs">
          ヘッダーに、店舗名の代わりに出ます。横長(4:1)に収まるように縮めます。透明のPNGなど、2MBまで。
        </p>
      </OnePicture>
      <div className="grid gap-x-6 md:grid-cols-2">
        <Color name="primary_color" label="主なボタンと値引きの色" sample="カートに入れる" own="#a4303f" />
        <Color name="subscription_color" label="定期便の色" sample="定期便で申し込む" own="#2f5d50" />
      </div>
    </Section>
  )
}

interface ColorProps {
  name: 'primary_color' | 'subscription_color'
  label: string
  /** Sample text in this colour, as in the shop. */
  sample: string
  /** The theme's colour, used if the shop has none. */
  own: string
}

/** A colour, typed or picked. Checks the contrast at once, by the same rule as the server. */
function Color({ name, label, sample, own }: ColorProps) {
  const { setValue } = useFormContext<ShopSetting>()
  const typed = (useWatch<ShopSetting, typeof name>({ name }) ?? '').trim().toLowerCase()
  const color = isColor(typed) ? typed : own
  const ratio = lowestContrastOnShopBackground(color)
  const ratioText = `明暗の差 ${Math.floor(ratio * 10) / 10}:1`
  return (
    <div className="flex items-start gap-3">
      <TextField
        name={name}
        label={label}
        maxLength={7}
        hint={
          ratio < MIN_CONTRAST ? `${ratioText}。${MIN_CONTRAST}:1以上になる、もっと濃い色にしてください。` : ratioText
        }
        className="min-w-0 grow"
      />
      <input
        type="color"
        aria-label={`${label}を選ぶ`}
        className="mt-5 h-control w-11 rounded-base border border-edge bg-surface p-1"
        value={color}
        onChange={({ target }) => setValue(name, target.value, { shouldDirty: true })}
      />
      <span
        aria-hidden="true"
        className="mt-5 inline-flex min-h-control shrink-0 items-center whitespace-nowrap rounded-base px-3"
        style={{ background: color, color: '#ffffff' }}
      >
        {sample}
      </span>
    </div>
  )
}
