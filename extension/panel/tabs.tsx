/** The segmented control that chooses what to ask about. */

export type Tab = "page" | "site" | "vault";

const ORDER: readonly Tab[] = ["page", "site", "vault"];

interface Props {
  selected: Tab;
  video: boolean;
  onSelect: (tab: Tab) => void;
}

export function Tabs({ selected, video, onSelect }: Props) {
  const names = { page: video ? "Video" : "Page", site: "Site", vault: "Vault" };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = ORDER[(ORDER.indexOf(selected) + step + ORDER.length) % ORDER.length] ?? selected;
    onSelect(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Ask about" onKeyDown={move}>
      {ORDER.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === selected}
          aria-controls="pane"
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => onSelect(tab)}
        >
          {names[tab]}
        </button>
      ))}
    </div>
  );
}
