const vowels = 'aiueo'
const rows: Record<string, string[]> = Object.fromEntries(
  ' あいうえお kかきくけこ gがぎぐげご sさしすせそ zざじずぜぞ tたちつてと dだぢづでど nなにぬねの hはひふへほ bばびぶべぼ pぱぴぷぺぽ mまみむめも rらりるれろ yやいゆえよ wわいうえを'
    .split(/ (?=[a-zあ])/)
    .map((row) => row.trim())
    .map((row) => (/^[a-z]/.test(row) ? [row[0]!, [...row.slice(1)]] : ['', [...row]])),
)
/** きゃ, きゅ, きょ and similar: the kana of the second column plus a small kana. */
const small = ['ゃ', 'ぃ', 'ゅ', 'ぇ', 'ょ']
const joined = (kana: string) => small.map((sound) => kana + sound)
for (const consonant of 'kgsztdnhbpmr') rows[`${consonant}y`] = joined(rows[consonant]![1]!)
Object.assign(rows, {
  sh: ['しゃ', 'し', 'しゅ', 'しぇ', 'しょ'],
  ch: ['ちゃ', 'ち', 'ちゅ', 'ちぇ', 'ちょ'],
  ts: ['つぁ', 'つぃ', 'つ', 'つぇ', 'つぉ'],
  j: ['じゃ', 'じ', 'じゅ', 'じぇ', 'じょ'],
  f: ['ふぁ', 'ふぃ', 'ふ', 'ふぇ', 'ふぉ'],
})

/** 「tsubaki」 → 「つばき」, Hepburn and 訓令式; null if the letters are not romaji. */
export function kanaOfRomaji(text: string): string | null {
  let kana = ''
  for (let rest = text; rest !== ''; ) {
    const [all = '', consonants = '', vowel = ''] = /^([^aiueo]{0,2})([aiueo])/.exec(rest) ?? []
    const sound = all && rows[consonants]?.[vowels.indexOf(vowel)]
    if (sound) kana += sound
    else if (/^n(?![aiueoy])/.test(rest) || /^m(?=[bpm])/.test(rest)) kana += 'ん'
    else if (/^([a-z])\1/.test(rest) || /^tch/.test(rest)) kana += 'っ'
    else return null
    rest = rest.slice(sound ? all.length : 1)
  }
  return kana
}
