/** A person's own files: choose a vault, add to it, ask about it. */

import type { JobView } from "../contract";
import { useStore } from "./use-store";
import { AddingFiles } from "./adding-files";
import type { Companion } from "./companion";
import { Conversation } from "./conversation";
import { DropZone } from "./drop-zone";
import { Empty } from "./empty";
import { FolderChoice } from "./folder-choice";
import { renewing } from "../jobs/jobs";
import { JobProgress } from "./job-progress";
import { OutdatedNote } from "./outdated-note";
import { RunningJobs } from "./running-jobs";
import { UnfinishedFiles } from "./unfinished-files";
import { VaultChoice } from "./vault-choice";
import { VaultFolders } from "./vault-folders";
import { FIRST_VAULT, useVaults } from "./vaults";

/** How the reading of a folder ended stands with the folder. */
function isToldByItsFolder({ kind, state }: JobView): boolean {
  return kind === "read_folder" && state === "done";
}

export function VaultPane({ companion, ready }: { companion: Companion; ready: boolean }) {
  const adding = useStore(companion.adder.adding);
  useStore(companion.jobs.all);
  const vaults = useVaults(companion);
  const scope = useStore(companion.vaultScope);
  const name = scope.vault ?? vaults[0]?.key ?? FIRST_VAULT;
  const vault = vaults.find((collection) => collection.key === name);
  const folder = (vault && scope.folders[vault.id]) ?? ""; // all of it
  const job = vault && companion.jobs.on(vault.id);
  const subject =
    vault && vault.documents > 0
      ? ({
          kind: "vault",
          collection: vault.id,
          title: [vault.title || name, folder].filter(Boolean).join(" › "),
          folder,
        } as const)
      : null;
  return (
    <Conversation
      companion={companion}
      tab="vault"
      kinds={["vault"]}
      subject={subject}
      ready={ready}
      hint={subject ? `Ask about ${subject.title}` : "Add files to ask about them"}
    >
      <RunningJobs companion={companion} except={vault?.id} />
      <Empty title={subject && vault ? vault.title : "Ask your own files"}>
        {subject && vault ? (
          <p>
            <button type="button" class="link" onClick={() => void companion.viewer.openVault(vault)}>
              {vault.documents} {vault.documents === 1 ? "document" : "documents"}
            </button>{" "}
            on this computer.
          </p>
        ) : (
          <p>Add documents to a vault. Ambry indexes them on this computer.</p>
        )}
        <VaultChoice
          names={vaults.map((collection) => collection.key)}
          selected={name}
          onSelect={(vault) => companion.vaultScope.set({ ...scope, vault })}
        />
        {subject && vault && (
          <FolderChoice
            companion={companion}
            vault={vault}
            selected={folder}
            onSelect={(path) =>
              companion.vaultScope.set({ ...scope, folders: { ...scope.folders, [vault.id]: path } })
            }
          />
        )}
        <details class="add" open={subject === null}>
          <summary>Add files</summary>
          <DropZone
            disabled={!ready || name.trim() === "" || adding?.active === true}
            onFiles={(files) => void companion.adder.add(name.trim(), files).then(() => companion.refresh())}
          />
        </details>
        <VaultFolders companion={companion} vault={name.trim()} disabled={!ready || name.trim() === ""} />
        {adding?.vault === name.trim() && (
          <AddingFiles
            adding={adding}
            onStop={() => companion.adder.stop()}
            onLeaveOut={(index) => companion.adder.leaveOut(index)}
            onDismiss={() => companion.adder.dismiss()}
          />
        )}
        {vault && (
          <OutdatedNote companion={companion} collection={vault} disabled={!ready || renewing(job)} />
        )}
        {job && !isToldByItsFolder(job.job) && <JobProgress companion={companion} watched={job} />}
        {vault && <UnfinishedFiles companion={companion} vault={vault.id} ready={ready} />}
      </Empty>
    </Conversation>
  );
}
