import type { Page } from 'playwright-core'

export interface AnalyticsEvent {
  event: string
  screen_id?: string
  page_location?: string
  ecommerce?: {
    currency: string
    value: number
    tax: number
    shipping: number
    transaction_id: string
    payment_type: string
    items: { item_id: string; item_variant: string; price: number; quantity: number }[]
  }
}

/** The events sent to Google Tag Manager since the page was loaded. */
export const counted = async (page: Page, event?: string): Promise<AnalyticsEvent[]> => {
  const all = await page.evaluate(() => (window as { dataLayer?: object[] }).dataLayer ?? [])
  return (all as AnalyticsEvent[]).filter((one) => one.event && (!event || one.event === event))
}
