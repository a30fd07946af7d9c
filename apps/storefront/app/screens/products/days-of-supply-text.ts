/** 使い切る目安 in words: 「約20日分」, 「約1.5か月分」. */
export const daysOfSupplyText = (days: number) => (days < 30 ? `約${days}日分` : `約${Math.round(days / 15) / 2}か月分`)
